//! References into the repository: `repo://path[:line[-line]]` (report-contract, section 4.2; R-P5).

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub(crate) const SCHEME: &str = "repo://";
/// Digits that a line number has at most; the schema's pattern says the same.
const MAX_DIGITS: usize = 9;
/// What the schema asks of a reference; that the first line is not after the last, and stands after a colon, it cannot say.
#[cfg(feature = "schemars")]
pub(crate) const PATTERN: &str =
    "^repo://[^:\\x00-\\x1f]*[^: \\x00-\\x1f][^:\\x00-\\x1f]*(:[1-9][0-9]{0,8}(-[1-9][0-9]{0,8})?)?$";

/// A place in the repository: a path, and the lines meant (report-contract, section 4.2; R-P5).
///
/// It is kept as it was written, so that it reads and writes the same. A blank in the path is fine, and so is
/// percent-encoding; a colon in the path is written `%3A`, because a colon starts the lines.
///
/// ```
/// use report_contract::{LineRange, RepoRef};
/// let place: RepoRef = "repo://src/auth%20v2/jwt.ts:45-120".parse()?;
/// assert_eq!(place.path(), "src/auth v2/jwt.ts");
/// assert_eq!(place.lines().map(|lines| (lines.first(), lines.last())), Some((45, 120)));
/// assert_eq!(place.to_string(), "repo://src/auth%20v2/jwt.ts:45-120");
///
/// let made = RepoRef::new("notes: 100%.md", LineRange::line(3))?;
/// assert_eq!(made.to_string(), "repo://notes%3A 100%25.md:3");
/// assert_eq!(made.path(), "notes: 100%.md");
/// # Ok::<(), report_contract::InvalidRepoRef>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RepoRef {
    text: String,
    /// Where the path ends in the text.
    path_end: usize,
    lines: Option<LineRange>,
}

impl RepoRef {
    /// A reference to a path, and to lines of it; what would not be read back as part of the path is percent-encoded.
    pub fn new(path: &str, lines: Option<LineRange>) -> Result<Self, InvalidRepoRef> {
        let mut text = SCHEME.to_owned();
        let fragment = fragment(path);
        for (at, character) in path.char_indices() {
            match character {
                '#' if fragment != Some(at) => text.push(character),
                '%' | ':' | '#' | '\0'..='\x1f' => drop(write!(text, "%{:02X}", u32::from(character))),
                _ => text.push(character),
            }
        }
        if let Some(lines) = lines {
            let _ = write!(text, ":{lines}");
        }
        text.parse()
    }

    /// The path from the root of the repository, percent-decoded; what is no valid encoding stays as it is.
    pub fn path(&self) -> Cow<'_, str> {
        decoded(self.written_path())
    }

    /// The path as it is written.
    pub fn written_path(&self) -> &str {
        self.text.get(SCHEME.len()..self.path_end).unwrap_or_default()
    }

    /// The lines meant; none for the whole file.
    pub fn lines(&self) -> Option<LineRange> {
        self.lines
    }

    /// The reference as it is written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Lines of a file, counted from 1, the last one included (R-P5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineRange {
    first: u32,
    /// Absent where a single line is written.
    last: Option<u32>,
}

impl LineRange {
    /// One line; `None` for line 0 and beyond 999,999,999.
    pub fn line(line: u32) -> Option<Self> {
        Self::checked(line, None)
    }

    /// Lines `first` to `last`; `None` unless 1 ≤ first ≤ last ≤ 999,999,999.
    pub fn new(first: u32, last: u32) -> Option<Self> {
        Self::checked(first, Some(last))
    }

    /// The first line.
    pub const fn first(self) -> u32 {
        self.first
    }

    /// The last line.
    pub fn last(self) -> u32 {
        self.last.unwrap_or(self.first)
    }

    fn checked(first: u32, last: Option<u32>) -> Option<Self> {
        let end = last.unwrap_or(first);
        (1 <= first && first <= end && end < 10_u32.pow(9)).then_some(Self { first, last })
    }
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) => write!(f, "{}-{last}", self.first),
            None => self.first.fmt(f),
        }
    }
}

/// Why a text is no reference (R-P5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidRepoRef {
    /// It does not begin with `repo://`.
    NoScheme,
    /// Nothing, or nothing but blanks, stands where the path should.
    NoPath,
    /// A control character stands in the path.
    ControlCharacter,
    /// What follows the colon are no lines.
    NotLines,
    /// The first line comes after the last.
    Backwards,
    /// The lines stand after a `#`, like `#L10-L20`, where they would be part of the path.
    Fragment,
}

impl InvalidRepoRef {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::NoScheme => "a reference begins with `repo://`",
            Self::NoPath => "a reference names a path, like `repo://src/lib.rs`",
            Self::ControlCharacter => "a control character in a path is percent-encoded, a line feed as `%0A`",
            Self::NotLines => {
                "after the colon stand lines from 1, like `:10` or `:10-20`; a colon in a path is written `%3A`"
            }
            Self::Backwards => "the lines run backwards: the first stands after the last",
            Self::Fragment => {
                "lines stand after a colon, `:10-20` and not `#L10-L20`; a `#` in a path is written `%23`"
            }
        }
    }
}

impl fmt::Display for InvalidRepoRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::error::Error for InvalidRepoRef {}

impl TryFrom<String> for RepoRef {
    type Error = InvalidRepoRef;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let (path_end, lines) = read(&text)?;
        Ok(Self { text, path_end, lines })
    }
}

impl FromStr for RepoRef {
    type Err = InvalidRepoRef;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

impl From<RepoRef> for String {
    fn from(place: RepoRef) -> Self {
        place.text
    }
}

impl fmt::Display for RepoRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Where the path ends, and the lines; for checking a text without keeping it.
pub(crate) fn read(text: &str) -> Result<(usize, Option<LineRange>), InvalidRepoRef> {
    let rest = text.strip_prefix(SCHEME).ok_or(InvalidRepoRef::NoScheme)?;
    let end = path_length(rest.as_bytes());
    let (path, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let lines = rest.strip_prefix(':');
    if lines.is_none() && !rest.is_empty() {
        return Err(InvalidRepoRef::ControlCharacter);
    }
    if path.bytes().all(|byte| byte == b' ') {
        return Err(InvalidRepoRef::NoPath);
    }
    if fragment(path).is_some() {
        return Err(InvalidRepoRef::Fragment);
    }
    Ok((SCHEME.len() + path.len(), lines.map(read_lines).transpose()?))
}

/// Where the lines begin that stand behind a `#`, as hosts of repositories write them: `#L10`, `#L10-L20`, `#l10-20`,
/// `#L10C1-L20C5`, `#L10,20`, `#L10..L20`, `#10-20`. A number alone, as in `notes#12`, is a part of the name.
fn fragment(path: &str) -> Option<usize> {
    // Lines end with a digit, which most paths do not.
    path.bytes().next_back().filter(u8::is_ascii_digit)?;
    // Lines hold no `#`, so the last one begins them.
    let at = path.rfind('#')?;
    let (marked, rest) = position(path.get(at + 1..)?)?;
    let second = ["-", "..", ","].iter().find_map(|between| rest.strip_prefix(between)).and_then(position);
    match second {
        Some((_, rest)) => rest.is_empty().then_some(at),
        None => (marked && rest.is_empty()).then_some(at),
    }
}

/// A line, with an `L` before it or not, and its column; gives whether there is an `L`, and what follows.
fn position(text: &str) -> Option<(bool, &str)> {
    let number = |text| {
        let rest = str::trim_start_matches(text, |c: char| c.is_ascii_digit());
        (rest.len() < text.len()).then_some(rest)
    };
    let line = text.strip_prefix(['L', 'l']);
    let rest = number(line.unwrap_or(text))?;
    let column = rest.strip_prefix(['C', 'c']).and_then(number);
    Some((line.is_some(), column.unwrap_or(rest)))
}

/// How many bytes there are before a colon or a control character; eight are looked at together.
fn path_length(text: &[u8]) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // The lowest of these marks is the first byte below `limit`; bytes above it may be marked, too.
    let below = |eight: u64, limit: u64| eight.wrapping_sub(LOW * limit) & !eight & HIGH;
    let (eights, rest) = text.as_chunks::<8>();
    for (index, eight) in eights.iter().enumerate() {
        let eight = u64::from_le_bytes(*eight);
        let marks = below(eight, 0x20) | below(eight ^ (LOW * u64::from(b':')), 1);
        if marks != 0 {
            return index * 8 + marks.trailing_zeros() as usize / 8;
        }
    }
    let stop = rest.iter().position(|byte| *byte == b':' || *byte <= 0x1f);
    eights.len() * 8 + stop.unwrap_or(rest.len())
}

fn read_lines(text: &str) -> Result<LineRange, InvalidRepoRef> {
    let (mut first, mut number, mut digits) = (None, 0_u32, 0);
    for byte in text.bytes() {
        match byte {
            // A zero may not lead; there are few digits, so nothing wraps.
            b'0'..=b'9' if digits < MAX_DIGITS && (byte > b'0' || digits > 0) => {
                number = number * 10 + u32::from(byte - b'0');
                digits += 1;
            }
            b'-' if first.is_none() && digits > 0 => {
                first = Some(number);
                (number, digits) = (0, 0);
            }
            _ => return Err(InvalidRepoRef::NotLines),
        }
    }
    if digits == 0 {
        return Err(InvalidRepoRef::NotLines);
    }
    let lines = first.map_or(LineRange::checked(number, None), |first| LineRange::checked(first, Some(number)));
    lines.ok_or(InvalidRepoRef::Backwards)
}

/// Percent-decoded where that gives text.
fn decoded(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = path.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let code = digit(bytes.get(at + 1)).zip(digit(bytes.get(at + 2)));
        let code = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok()).filter(|_| *byte == b'%');
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).map_or(Cow::Borrowed(path), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::InvalidRepoRef::{Backwards, ControlCharacter, Fragment, NoPath, NoScheme, NotLines};
    use super::*;

    #[test]
    fn what_is_a_reference() {
        for good in [
            "repo://a",
            "repo://src/a b.rs:1",
            "repo://src/a%20b.rs:1-1",
            "repo://./a/../b:999999999",
            "repo://ä/ö.md:10-20",
            "repo:///a",
            "repo://a-b-1:2-3",
            "repo://100%",
            "repo://C#/main.cs:3",
            "repo://notes/issue#12",
            "repo://a#L",
            "repo://a#L1.md",
            "repo://a#L1#2",
            "repo://a#1-2-3",
            "repo://a#C3",
            "repo://a%23L10",
        ] {
            assert_eq!(good.parse::<RepoRef>().map(|place| place.to_string()).as_deref(), Ok(good));
        }
        for (bad, why) in [
            ("", NoScheme),
            ("src/a.rs", NoScheme),
            ("Repo://a", NoScheme),
            (" repo://a", NoScheme),
            ("file://a", NoScheme),
            ("repo://", NoPath),
            ("repo://  ", NoPath),
            ("repo://:1", NoPath),
            ("repo://a\nb", ControlCharacter),
            ("repo://a:", NotLines),
            ("repo://a:0", NotLines),
            ("repo://a:01", NotLines),
            ("repo://a:1-", NotLines),
            ("repo://a:-1", NotLines),
            ("repo://a:1-0", NotLines),
            ("repo://a:1:2", NotLines),
            ("repo://a:1-2-3", NotLines),
            ("repo://a:x", NotLines),
            ("repo://a: 1", NotLines),
            ("repo://a:1 ", NotLines),
            ("repo://a:+1", NotLines),
            ("repo://a:1234567890", NotLines),
            ("repo://C:/a", NotLines),
            ("repo://a:2-1", Backwards),
            ("repo://a#L10", Fragment),
            ("repo://a#L10-L20", Fragment),
            ("repo://a#L10-20", Fragment),
            ("repo://a#L1:10", Fragment),
            ("repo://a#l10", Fragment),
            ("repo://a#10-20", Fragment),
            ("repo://a#L10,20", Fragment),
            ("repo://a#L10..L20", Fragment),
            ("repo://a#L10C1-L20C5", Fragment),
            ("repo://a#L1#L10", Fragment),
        ] {
            assert_eq!(bad.parse::<RepoRef>(), Err(why), "{bad}");
        }
    }

    /// R-A9: each `#` used to be read to the end.
    #[test]
    fn many_marks_of_lines_are_read_once() {
        let path = format!("{}1", "#L".repeat(400_000));
        assert_eq!(format!("{SCHEME}{path}").parse::<RepoRef>(), Err(Fragment));
        assert_eq!(RepoRef::new(&path, None).map(|place| place.path().into_owned()), Ok(path));
        let digits = format!("{SCHEME}{}x1", "#L1".repeat(300_000));
        assert!(digits.parse::<RepoRef>().is_ok());
    }

    #[test]
    fn a_bad_encoding_stays_as_it_is() {
        for (written, path) in [("a%2", "a%2"), ("a%zz", "a%zz"), ("%", "%"), ("%C3%A4", "ä"), ("a%FFb", "a%FFb")] {
            let place: RepoRef = format!("repo://{written}").parse().expect("a reference");
            assert_eq!(place.path(), path);
        }
    }

    proptest! {
        #[test]
        fn any_path_comes_back(path in "\\PC{0,12}|[a-z:%\\n /-]{0,12}|[a-z]{1,3}(#[Ll]?[0-9]{0,2}(C[0-9])?((-|,|\\.\\.)L?[0-9]{0,2})?){1,2}", first in 0_u32..50, last in 0_u32..50) {
            let lines = LineRange::new(first, last);
            prop_assert_eq!(lines.is_some(), first > 0 && first <= last);
            match RepoRef::new(&path, lines) {
                Ok(place) => {
                    prop_assert_eq!(place.path(), path.as_str());
                    prop_assert_eq!(place.lines(), lines);
                    prop_assert_eq!(place.to_string().parse(), Ok(place));
                }
                Err(why) => prop_assert!(why == InvalidRepoRef::NoPath && path.trim_matches(' ').is_empty()),
            }
        }

        #[test]
        fn the_path_ends_at_the_first_colon_or_control_character(text in "[a-zé\u{80}-\u{bf}:\n\u{1f}\u{7f} ]{0,40}|[a-zé/]{0,30}:[0-9]") {
            let bytes = text.as_bytes();
            let end = bytes.iter().position(|byte| *byte == b':' || *byte < 0x20).unwrap_or(bytes.len());
            prop_assert_eq!(path_length(bytes), end);
        }

        #[test]
        fn the_pattern_of_the_schema_says_the_same(text in "(repo://)?[a:0-9 %\\n#L-]{0,10}") {
            #[cfg(feature = "schemars")]
            {
                let pattern = jsonschema::validator_for(&serde_json::json!({"pattern": PATTERN})).expect("a schema");
                let ours = text.parse::<RepoRef>();
                let ours = ours.is_ok() || matches!(ours, Err(InvalidRepoRef::Backwards | InvalidRepoRef::Fragment));
                prop_assert_eq!(pattern.is_valid(&serde_json::json!(text)), ours, "{}", text);
            }
            let _ = text;
        }
    }
}
