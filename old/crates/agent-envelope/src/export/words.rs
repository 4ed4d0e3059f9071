//! The words of a location: which of them is a file, which are lines, and what is left without the lines.

/// Names of files that need no extension.
const BARE: &[&str] = &[
    "Brewfile",
    "Dockerfile",
    "Gemfile",
    "Jenkinsfile",
    "Justfile",
    "Makefile",
    "Pipfile",
    "Procfile",
    "Rakefile",
    "Vagrantfile",
    "justfile",
    "makefile",
];
/// The same, but also words that mean something else: only with lines or a folder are they files.
const BARE_IF_SURE: &[&str] =
    &["AUTHORS", "BUILD", "CHANGELOG", "CODEOWNERS", "LICENSE", "NOTICE", "README", "WORKSPACE"];
/// The words before lines.
const LINE: &[&str] = &["line", "lines", "ln", "l."];
/// The words between the first line and the last.
const TO: &[&str] = &["-", "–", "—", "to", "through"];

/// What has the form of lines, and the lines where there are such.
#[derive(Clone, Copy, Debug)]
struct Numbers(Option<Lines>);

/// A location read word by word.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// All of it without the lines.
    pub(super) name: String,
    /// The file that it begins with.
    pub(super) file: Option<String>,
    /// The lines of this file.
    pub(super) lines: Option<Lines>,
}

/// Lines of a file, from 1 and in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) first: u32,
    pub(super) last: u32,
    /// The column of the first, from 1.
    pub(super) column: Option<u32>,
}

impl Lines {
    /// `None` where there are no such lines.
    fn new(first: Option<u32>, last: Option<u32>, column: Option<u32>) -> Option<Self> {
        let (first, last) = (first?, last?);
        (1 <= first && first <= last).then_some(Self { first, last, column: column.filter(|column| *column > 0) })
    }
}

impl Words {
    pub(super) fn read(text: &str) -> Self {
        let mut words = Self::default();
        let tokens: Vec<&str> = text.split_inclusive([' ', '\t', '\n', ',', ';']).collect();
        let mut rest = tokens.as_slice();
        // Whether the first file is still the one that is talked about, and whether the last word was lines.
        let (mut of_first, mut after_lines) = (true, false);
        let mut any = false;
        while let Some((token, after)) = rest.split_first() {
            let word = bare(token);
            let is_lines = after_lines && lines_of(word).is_some()
                || words.file.is_some() && word.trim_start_matches('(').starts_with('L') && lines_of(word).is_some();
            if word.is_empty() {
                words.name.push_str(token);
                rest = after;
                continue;
            }
            if let Some((lines, taken)) = said(rest) {
                words.end_before_lines();
                words.set(lines, of_first);
                rest = rest.get(taken..).unwrap_or_default();
                (after_lines, any) = (true, true);
                continue;
            }
            if is_lines {
                words.end_before_lines();
                words.set(lines_of(word).and_then(|numbers| numbers.0), of_first);
                any = true;
            } else if let Some((name, lines)) = with_lines(word) {
                let first = words.name.is_empty();
                of_first = first;
                if first {
                    words.file = Some(name.to_owned());
                    words.lines = lines;
                }
                words.name.push_str(name);
                words.name.push_str(token.get(word_end(token)..).unwrap_or_default());
                (after_lines, any) = (true, true);
                rest = after;
                continue;
            } else {
                if words.name.is_empty() {
                    let head = rooted(word).split([':', '#', '(']).next().unwrap_or_default();
                    words.file = is_file(head, head.contains('/')).then(|| head.to_owned());
                } else if is_file(word, false) {
                    of_first = false;
                }
                words.name.push_str(token);
                after_lines = false;
            }
            rest = after;
        }
        if any {
            words.end_before_lines();
        } else {
            text.clone_into(&mut words.name);
        }
        words
    }

    fn set(&mut self, lines: Option<Lines>, of_first: bool) {
        if self.file.is_some() && of_first {
            self.lines = self.lines.or(lines);
        }
    }

    /// Takes away what led to the lines.
    fn end_before_lines(&mut self) {
        let ends = [' ', '\t', '\n', ',', ';', ':', '('];
        let end = self.name.trim_end_matches(ends);
        let end = [" at", " on"].iter().find_map(|word| end.strip_suffix(word)).unwrap_or(end).trim_end_matches(ends);
        self.name.truncate(end.len());
    }
}

/// A file whose name has blanks, with its lines: only a folder before the first blank makes sure that it is one.
pub(super) fn spaced(text: &str) -> Option<(String, Option<Lines>)> {
    let (name, lines) = text.split_once(':')?;
    let folder = name.split(' ').next().is_some_and(|first| first.contains('/') && first != name);
    let fits = folder && !name.contains([',', ';', '(']) && is_file(name, true);
    lines_of(lines).filter(|_| fits).map(|numbers| (name.to_owned(), numbers.0))
}

/// A token without what separates it from the next.
fn bare(token: &str) -> &str {
    token.get(..word_end(token)).unwrap_or(token)
}

fn word_end(token: &str) -> usize {
    token.trim_end_matches([' ', '\t', '\n', ',', ';']).len()
}

/// `line 7`, `(lines 12-40)`, `lines 12 to 40` at the start of the tokens, and how many tokens that is.
fn said(tokens: &[&str]) -> Option<(Option<Lines>, usize)> {
    let [line, first, ..] = tokens else { return None };
    let line = bare(line).trim_start_matches('(').to_ascii_lowercase();
    if !LINE.contains(&line.as_str()) {
        return None;
    }
    let Numbers(lines) = lines_of(bare(first))?;
    let last = match tokens.get(2..4) {
        Some([to, last]) if TO.contains(&bare(to)) => lines_of(bare(last)),
        _ => None,
    };
    Some(match last {
        Some(Numbers(last)) => (Lines::new(lines.map(|it| it.first), last.map(|it| it.last), None), 4),
        None => (lines, 2),
    })
}

/// `src/a.rs:12` or `src/a.rs#L12`.
fn with_lines(word: &str) -> Option<(&str, Option<Lines>)> {
    let word = rooted(word);
    let (name, lines) = word.split_once("#L").or_else(|| word.split_once(':'))?;
    lines_of(lines).filter(|_| is_file(name, true)).map(|numbers| (name, numbers.0))
}

/// Without what only says that the path begins at the root of the repository.
fn rooted(word: &str) -> &str {
    let word = word.strip_prefix("repo://").unwrap_or(word);
    word.strip_prefix("./").unwrap_or(word)
}

/// `12`, `12-40`, `L12-L40`, `12:5` or `12:5-40:8`. What only looks like lines (`0`, `40-12`) is none, but no part of
/// a name either.
fn lines_of(text: &str) -> Option<Numbers> {
    let text = text.trim_start_matches('(').trim_end_matches([')', ':', '.']);
    let (start, end) = text.split_once(['-', '–', '—']).map_or((text, None), |(start, end)| (start, Some(end)));
    let (start, column) = line_of(start)?;
    let end = match end.map(line_of) {
        None => start,
        // `12:5-9` are columns of one line.
        Some(Some((_, None))) if column.is_some() => start,
        Some(end) => end?.0,
    };
    Some(Numbers(Lines::new(start, end, column.and_then(|column| column.parse().ok()))))
}

/// A line, where it is not too large for one, and the column behind it.
fn line_of(text: &str) -> Option<(Option<u32>, Option<&str>)> {
    let text = text.strip_prefix(['L', 'l']).unwrap_or(text);
    let (line, column) = text.split_once(':').map_or((text, None), |(line, column)| (line, Some(column)));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(line) && column.is_none_or(digits)).then(|| (line.parse().ok(), column))
}

/// A relative path whose last part has an extension, or a name that needs none; `sure` where more than the name says
/// that it is a file.
fn is_file(name: &str, sure: bool) -> bool {
    if name.starts_with(['/', '-']) || name.contains([',', '\\', '\n', ':', '*', '?']) || leaves_root(name) {
        return false;
    }
    let last = name.rsplit('/').next().unwrap_or(name);
    let word = |text: &str| text.starts_with(|first: char| first.is_ascii_alphabetic());
    match last.rsplit_once('.') {
        Some(("", hidden)) => sure && word(hidden),
        Some((stem, end)) => {
            let number = stem.ends_with(|last: char| last.is_ascii_digit()) && !word(end);
            (1..=8).contains(&end.len())
                && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && end.bytes().any(|byte| byte.is_ascii_alphabetic())
                && !number
        }
        None => BARE.contains(&last) || sure && BARE_IF_SURE.contains(&last),
    }
}

fn leaves_root(path: &str) -> bool {
    let mut depth = 0_usize;
    for part in path.split('/') {
        match part {
            ".." => match depth.checked_sub(1) {
                Some(up) => depth = up,
                None => return true,
            },
            "." | "" => {}
            _ => depth += 1,
        }
    }
    false
}
