//! Signs that say without a word how something went: the one table of them (R-A2, R-A6).

/// Signs that say no, wherever they stand.
pub const BAD_SIGNS: [char; 14] = ['❌', '✖', '✗', '✘', '✕', '☒', '👎', '⛔', '🚫', '🔴', '🟥', '🛑', '💥', '🚨'];
/// The sign that warns: beside a word or an item it takes a success back, but nobody states with it how all of it went.
pub const WARNING_SIGN: char = '⚠';
/// Signs that say yes.
pub const GOOD_SIGNS: [char; 6] = ['✅', '✓', '✔', '☑', '🟢', '🟩'];
/// Signs that cheer, or only show that something is meant; any other may say no.
const PLAIN_SIGNS: [char; 30] = [
    '🎉', '🎊', '👍', '🙌', '👏', '💪', '⭐', '🌟', '✨', '🚀', '💚', '🏁', '🥳', '🎯', '📋', '📝', '📄', '📊', '📌',
    '📦', '🔍', '🔎', '🤖', 'ℹ', '➡', '▶', '●', '■', '🔹', '💯',
];

/// Whether a sign beside a success leaves it one.
pub(super) fn is_harmless(sign: char) -> bool {
    GOOD_SIGNS.contains(&sign) || PLAIN_SIGNS.contains(&sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::decoration::is_emoji;

    #[test]
    fn a_sign_says_one_thing() {
        for sign in BAD_SIGNS.into_iter().chain([WARNING_SIGN]) {
            assert!(is_emoji(sign) && !is_harmless(sign), "{sign}");
        }
        for sign in GOOD_SIGNS {
            assert!(is_emoji(sign) && is_harmless(sign) && !PLAIN_SIGNS.contains(&sign), "{sign}");
        }
    }
}
