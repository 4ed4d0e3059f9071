//! Natural order: digit runs by value, then by length, all else by code point (R-C12).

use std::cmp::Ordering;

/// Compares two texts in natural order. It is total: only equal texts compare equal.
///
/// ```
/// use clarity_protocol::aggregate::natural;
/// let mut places = ["S10", "S9", "S09", "S", "S9.1"];
/// places.sort_by(|one, other| natural(one, other));
/// assert_eq!(places, ["S", "S9", "S9.1", "S09", "S10"]);
/// ```
pub fn natural(one: &str, other: &str) -> Ordering {
    let (mut first, mut second) = (one.as_bytes(), other.as_bytes());
    loop {
        let ((a, rest), (b, other_rest)) = match (token(first), token(second)) {
            (Some(a), Some(b)) => (a, b),
            (None, None) => return one.as_bytes().cmp(other.as_bytes()),
            (a, b) => return a.is_some().cmp(&b.is_some()),
        };
        let order = a.cmp(&b);
        if order.is_ne() {
            return order;
        }
        (first, second) = (rest, other_rest);
    }
}

/// A byte that is no digit, or a whole run of digits; a run stands where its digits stand among the bytes. The bytes
/// of UTF-8 are in the order of the code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Byte(u8),
    Number { digits: &'t [u8], length: usize },
}

impl Token<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Byte(one), Self::Byte(other)) => one.cmp(other),
            (Self::Byte(one), Self::Number { .. }) => one.cmp(&b'0'),
            (Self::Number { .. }, Self::Byte(other)) => b'0'.cmp(other),
            (Self::Number { digits, length }, Self::Number { digits: others, length: other_length }) => {
                let value = digits.len().cmp(&others.len()).then_with(|| digits.cmp(others));
                value.then(length.cmp(other_length))
            }
        }
    }
}

/// The first token and what follows it; leading zeros have no value but count for the length.
fn token(text: &[u8]) -> Option<(Token<'_>, &[u8])> {
    let (first, rest) = text.split_first()?;
    if !first.is_ascii_digit() {
        return Some((Token::Byte(*first), rest));
    }
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (run, rest) = text.split_at_checked(length)?;
    let zeros = run.iter().take_while(|byte| **byte == b'0').count();
    Some((Token::Number { digits: run.get(zeros..).unwrap_or_default(), length }, rest))
}

/// Ends a part of a sort key; no part holds it.
const END: u8 = 0;
/// Counts up to this one take one byte.
const LONG: usize = 250;

/// Appends a key: comparing keys byte by byte is comparing the texts by [`natural`], part after part.
pub(super) fn push_key(key: &mut Vec<u8>, text: &str) {
    let mut rest = text.as_bytes();
    loop {
        let run = rest.iter().position(u8::is_ascii_digit).unwrap_or(rest.len());
        let (words, number) = rest.split_at_checked(run).unwrap_or((rest, &[]));
        // No byte of UTF-8 is 255, and 0 is kept for the end.
        key.extend(words.iter().map(|byte| byte.saturating_add(1)));
        let Some((Token::Number { digits, length }, after)) = token(number) else { break };
        key.push(b'0' + 1);
        push_count(key, digits.len());
        key.extend_from_slice(digits);
        push_count(key, length);
        rest = after;
    }
    key.push(END);
}

/// A count in bytes that sort as the count does.
fn push_count(key: &mut Vec<u8>, count: usize) {
    match u8::try_from(count) {
        Ok(short) if count < LONG => key.push(short),
        _ => {
            key.push(u8::MAX);
            key.extend_from_slice(&count.to_be_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn runs_of_digits_go_by_value_then_length() {
        let sorted =
            ["", "\0", "/", "0", "00", "1", "01", "2", "10", "10a", "99999999999999999999", ":", "A", "a", "é"];
        for (at, one) in sorted.iter().enumerate() {
            for (other_at, other) in sorted.iter().enumerate() {
                assert_eq!(natural(one, other), at.cmp(&other_at), "{one:?} and {other:?}");
            }
        }
    }

    fn texts() -> impl Strategy<Value = String> {
        prop_oneof!["[a0-9./\u{0}é]{0,8}", "[0-9]{0,4}", "0{240,260}[1-9]{0,2}", any::<String>()]
    }

    proptest! {
        /// Total: antisymmetric, transitive, and equal only where the texts are.
        #[test]
        fn the_order_is_total(a in texts(), b in texts(), c in texts()) {
            prop_assert_eq!(natural(&a, &b), natural(&b, &a).reverse());
            prop_assert_eq!(natural(&a, &b).is_eq(), a == b);
            if natural(&a, &b).is_le() && natural(&b, &c).is_le() {
                prop_assert!(natural(&a, &c).is_le(), "{:?} {:?} {:?}", a, b, c);
            }
        }

        #[test]
        fn keys_sort_as_their_texts(a in (texts(), texts()), b in (texts(), texts())) {
            let key = |(one, other): &(String, String)| {
                let mut key = Vec::new();
                push_key(&mut key, one);
                push_key(&mut key, other);
                key
            };
            let expected = natural(&a.0, &b.0).then_with(|| natural(&a.1, &b.1));
            prop_assert_eq!(key(&a).cmp(&key(&b)), expected);
        }
    }
}
