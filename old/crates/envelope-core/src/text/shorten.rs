//! Text of any length where there is room for little.

use std::borrow::Cow;

/// The text, or of one with more than `most` characters the beginning and the end of it, around an ellipsis: what is said
/// about an agent's word often stands behind it.
///
/// ```
/// use envelope_core::text::shortened;
/// assert_eq!(shortened("`cleanup` is no status", 40), "`cleanup` is no status");
/// assert_eq!(shortened("`cleanup, of course` is no status", 18), "`cleanup, of…status");
/// ```
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most || text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    let behind = most / 3;
    let head = text.char_indices().nth(most - behind).map_or(text.len(), |(at, _)| at);
    let tail = text.char_indices().rev().take(behind).last().map_or(text.len(), |(at, _)| at);
    Cow::Owned(format!("{}…{}", text.get(..head).unwrap_or_default(), text.get(tail..).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_characters_are_left_than_there_is_room_for() {
        for text in ["", "é", "éa漢", "éa漢🎈b", &"🎈é".repeat(100)] {
            for most in 0..8 {
                let (short, long) = (shortened(text, most), text.chars().count());
                assert_eq!(short.chars().count(), if long > most { most + 1 } else { long }, "{text} {most}");
            }
        }
    }
}
