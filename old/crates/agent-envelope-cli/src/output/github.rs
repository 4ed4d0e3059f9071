//! Workflow commands that become annotations on GitHub.

use std::fmt::Write as _;

use agent_envelope::envelope_core::{DiagnosticRecord, Severity};

use super::visible;
use crate::input::STDIN;

/// How many annotations of each level the service shows for one step; the rest it drops without a word.
const SHOWN: usize = 10;

/// Writes annotations up to what the service shows, and the rest as lines of the log with a notice that says so.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Github {
    counts: [usize; 3],
}

impl Github {
    /// The lines for one message.
    pub(crate) fn message(&mut self, file: &str, diagnostics: &[DiagnosticRecord]) -> String {
        let mut text = String::new();
        for diagnostic in diagnostics {
            let (at, command, most) = match diagnostic.severity {
                Severity::Error => (0, "error", SHOWN),
                Severity::Warning => (1, "warning", SHOWN),
                // One is kept for the notice about the others.
                Severity::Note => (2, "notice", SHOWN - 1),
            };
            let Some(count) = self.counts.get_mut(at) else { continue };
            *count += 1;
            let DiagnosticRecord { line, column, message, rule, help, .. } = diagnostic;
            let help = help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
            if *count <= most {
                let (place, title) = (place(file), property(rule));
                let said = data(&format!("{message}{help}"));
                let _ = writeln!(text, "::{command} {place}line={line},col={column},title={title}::{said}");
            } else {
                let _ = writeln!(text, "{command}: {}:{line}:{column}: {} [{rule}]", visible(file), visible(message));
            }
        }
        text
    }

    /// The line for what is wrong with an input as a whole.
    pub(crate) fn whole(&mut self, file: &str, message: &str) -> String {
        let [errors, ..] = &mut self.counts;
        *errors += 1;
        if *errors <= SHOWN {
            format!("::error {}title=envelope::{}\n", place(file), data(message))
        } else {
            format!("error: {}\n", visible(message))
        }
    }

    /// The notice where the service would have cut off.
    pub(crate) fn finish(self) -> String {
        let [errors, warnings, notes] = self.counts;
        let left = [(errors, SHOWN, "errors"), (warnings, SHOWN, "warnings"), (notes, SHOWN - 1, "notes")]
            .map(|(count, most, what)| (count.saturating_sub(most), what));
        let left: Vec<String> =
            left.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} more {what}")).collect();
        if left.is_empty() {
            return String::new();
        }
        let said = format!(
            "{} stand in the log of this step only: at most {SHOWN} annotations of a level are shown per step, and 50 per job",
            left.join(", ")
        );
        format!("::notice title=envelope::{}\n", data(&said))
    }
}

/// What follows the second pair of colons. A line that starts with two colons would be a command of its own, so line
/// ends are escaped as the service unescapes them, and other control characters are made visible.
fn data(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| visible(&line.replace('%', "%25")).into_owned()).collect();
    lines.join("%0A")
}

/// The property that names the file; standard input has none.
fn place(file: &str) -> String {
    if file == STDIN { String::new() } else { format!("file={},", property(file)) }
}

/// The value of a property, which ends at a comma or a colon.
fn property(text: &str) -> String {
    visible(&text.replace('%', "%25")).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use agent_envelope::envelope_core::{Diagnostic, Source, Span, rules};

    use super::*;

    fn record(message: &str) -> DiagnosticRecord {
        DiagnosticRecord::new(&Diagnostic::new(&rules::NOT_UTF8, Span::at(0), message), &Source::new("x"))
    }

    #[test]
    fn nothing_in_a_message_makes_a_command() {
        let text = Github::default().message("a,b:c%.md", &[record("x\n::set-output name=y::z\r\u{1b}100%")]);
        let expected = "::error file=a%2Cb%3Ac%25.md,line=1,col=1,title=envelope-core/not-utf8::\
                        x%0A::set-output name=y::z\\r\\e100%25\n";
        assert_eq!(text, expected);
    }

    /// The old form of a command counts anywhere in a line.
    #[test]
    fn nothing_in_the_lines_past_the_limit_makes_a_command() {
        let mut github = Github::default();
        let hostile = "##[set-output name=x]y";
        let records: Vec<_> = (0..14).map(|_| record(hostile)).collect();
        let text = github.message(hostile, &records) + &github.whole(hostile, hostile);
        assert_eq!(text.lines().count(), 15);
        assert!(!text.contains("##["), "{text}");
    }

    #[test]
    fn an_input_that_cannot_be_read_is_an_error_among_the_others() {
        let mut github = Github::default();
        assert_eq!(github.whole("a:b.md", "no\nway"), "::error file=a%3Ab.md,title=envelope::no%0Away\n");
        for _ in 1..SHOWN {
            assert!(github.whole("f", "m").starts_with("::error "));
        }
        assert_eq!(github.whole("f", "a\nb"), "error: a\\nb\n");
        assert!(github.finish().contains("1 more error"));
    }

    #[test]
    fn past_the_limit_a_notice_says_where_the_rest_is() {
        let mut github = Github::default();
        let records: Vec<_> = (0..12).map(|at| record(&format!("m{at}"))).collect();
        let text = github.message("f", &records);
        assert_eq!(text.lines().filter(|line| line.starts_with("::error ")).count(), 10);
        assert!(text.ends_with("error: f:1:1: m11 [envelope-core/not-utf8]\n"), "{text}");
        assert!(github.finish().starts_with("::notice title=envelope::2 more errors stand in the log"));
        assert_eq!(Github::default().finish(), "");
    }
}
