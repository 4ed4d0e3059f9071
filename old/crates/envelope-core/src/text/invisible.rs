//! Characters that nobody sees.

/// Whether a character is one that a terminal or a browser acts on, or that hides, breaks or reorders others: control
/// characters, Unicode's `Default_Ignorable_Code_Point`, the separators of lines and paragraphs, the marks of interlinear
/// notes, empty Braille. Whoever shows agents' text escapes them, so that two different texts never look alike.
///
/// Line ends and tabs are among them: where they may stay, the caller says so.
///
/// ```
/// use envelope_core::text::is_invisible;
/// assert!(is_invisible('\u{1b}') && is_invisible('\u{202e}') && is_invisible('\n'));
/// assert!(!is_invisible(' ') && !is_invisible('é'));
/// ```
pub fn is_invisible(character: char) -> bool {
    let hides = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    character.is_control() || hides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_shape_is_invisible() {
        let hidden = "\u{0}\t\n\r\u{1b}\u{7f}\u{85}\u{9b}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180e}\u{180f}\u{200b}\
                      \u{200f}\u{2028}\u{202e}\u{2060}\u{2065}\u{206f}\u{2800}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fff0}\u{fff9}\
                      \u{fffb}\u{1bca0}\u{1d17a}\u{e0000}\u{e0041}\u{e01ef}";
        assert_eq!(hidden.chars().find(|character| !is_invisible(*character)), None);
        let seen = " aZ~\u{a0}é\u{301}\u{2010}\u{2027}\u{202f}\u{3000}漢\u{fffd}🎈";
        assert_eq!(seen.chars().find(|character| is_invisible(*character)), None);
    }
}
