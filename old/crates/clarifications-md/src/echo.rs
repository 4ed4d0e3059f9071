//! The instruction, copied back into an answer: it is none (R-A5, R-A17).

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::prompt::{PromptKind, prompt};
use crate::steps;

/// The lines of all prompts that nobody writes by chance: those with a placeholder, and those of so many words.
static LINES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let prompts: Vec<String> = PromptKind::ALL.into_iter().map(prompt).collect();
    let lines = prompts.iter().flat_map(|text| text.lines()).map(bare);
    lines.filter(|line| is_telling(line)).map(str::to_owned).collect()
});

/// The length of the shortest of them: most answers are shorter, and need no second look.
static SHORTEST: LazyLock<usize> = LazyLock::new(|| LINES.iter().map(String::len).min().unwrap_or(usize::MAX));

const MANY_WORDS: usize = 5;

/// The words up to the first line of an instruction.
pub(crate) fn before_echo(words: &str) -> &str {
    steps::count(words.len());
    if words.len() < *SHORTEST {
        return words;
    }
    let mut start = 0;
    for line in words.split_inclusive(['\n', '\r']) {
        let said = bare(line);
        if said.len() >= *SHORTEST && LINES.contains(said) {
            let kept = words.get(..start).unwrap_or_default();
            // The fence around a template is copied with it.
            return kept.trim_end_matches(['`', '~', ' ', '\t', '\r', '\n']);
        }
        start += line.len();
    }
    words
}

/// Whether a line of an instruction is among the words.
pub(crate) fn holds_echo(words: &str) -> bool {
    before_echo(words).len() < words.len()
}

fn is_telling(line: &str) -> bool {
    line.contains('{') || line.split_whitespace().nth(MANY_WORDS - 1).is_some()
}

/// The line without the marks of a quotation.
fn bare(line: &str) -> &str {
    line.trim_matches(['>', ' ', '\t', '\r', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_end_before_an_instruction() {
        for kind in PromptKind::ALL {
            let echo = prompt(kind);
            assert_eq!(before_echo(&echo), "", "{echo}");
            assert_eq!(before_echo(&format!("B\n\n{echo}")), "B");
            assert_eq!(before_echo(&format!("B\n\n> {}", echo.replace('\n', "\n> "))), "B");
            for fence in envelope_core::text::fences(&echo) {
                assert_eq!(before_echo(fence.span.of(&echo)), "", "{echo}");
            }
        }
        for words in ["", "B", "Keep {section} as it is\n\nRules:\n- none", "A. so\nB. other"] {
            assert!(!holds_echo(words), "{words}");
        }
    }
}
