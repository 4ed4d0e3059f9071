//! Every text of a return, and whether the slow path would read it as it is written.

use envelope_core::Path;
use envelope_core::text::{Word, is_blank, placeholder, read_word, stands_for_more, trim_blank};

use super::template::{self, Told, is_told};
use crate::{ArtifactKind, Dialect, ErrorKind, SubagentReturn};

/// A text of the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'v> {
    pub(super) says: &'v str,
    /// Whether it may not be blank (R-A8).
    pub(super) required: bool,
    /// The words of an open list, none for free text.
    words: &'static [&'static str],
    /// What an instruction has in its place.
    told: Told,
    at: At,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Top(&'static str),
    Metadata(&'static str),
    Step(usize),
    Item(&'static str, usize, &'static str),
}

impl Text<'_> {
    pub(super) fn path(&self) -> Path {
        let root = Path::root();
        match self.at {
            At::Top(name) => root.key(name),
            At::Metadata(name) => root.key("metadata").key(name),
            At::Step(index) => root.key("metadata").key("delegation_path").index(index),
            At::Item(list, index, name) => root.key(list).index(index).key(name),
        }
    }

    /// Whether it is an instruction copied back (R-A5).
    pub(super) fn is_placeholder(&self) -> bool {
        if matches!(self.at, At::Step(_)) && stands_for_more(self.says) {
            return true;
        }
        if self.words.is_empty() {
            placeholder(self.says).is_some() || is_told(self.says, self.told)
        } else {
            !self.words.contains(&self.says) && matches!(read_word(self.says, self.words), Word::Placeholder(_))
        }
    }
}

/// Whether the slow path leaves the word as it is: nothing was read through to find it.
fn stays(word: &str, words: &[&str]) -> bool {
    match read_word(word, words) {
        Word::Decorated { .. } | Word::Placeholder(_) => false,
        Word::Exact(_) => trim_blank(word).len() == word.len(),
        _ => true,
    }
}

/// Whether there is nothing to say of any text, as in nearly every return: the quick look before [`each`].
pub(super) fn are_plain(value: &SubagentReturn) -> bool {
    let filled = |text: &str| placeholder(text).is_none() && !is_blank(text);
    let given = |text: Option<&String>| text.is_none_or(|text| filled(text));
    let said = |text: Option<&String>, told| text.is_none_or(|text| filled(text) && !is_told(text, told));
    let metadata = |metadata: &crate::Metadata| {
        given(metadata.session_id.as_ref())
            && given(metadata.agent_type.as_ref())
            && metadata.delegation_path.iter().flatten().all(|step| filled(step) && !stands_for_more(step))
    };
    said(value.summary.as_ref(), template::SUMMARY)
        && said(value.next_steps.as_ref(), template::NEXT_STEPS)
        && value.metadata.as_ref().is_none_or(metadata)
        && value.artifacts().iter().all(|artifact| {
            said(Some(&artifact.path), template::ARTIFACT_PATH)
                && said(artifact.summary.as_ref(), template::ARTIFACT_SUMMARY)
                && !matches!(artifact.kind, Some(ArtifactKind::Other(_)))
        })
        && value.errors.iter().all(|error| {
            said(Some(&error.message), template::MESSAGE)
                && said(error.recommendation.as_ref(), template::RECOMMENDATION)
                && !matches!(error.kind, Some(ErrorKind::Other(_)))
        })
}

/// Visits every text that the table knows as one.
pub(super) fn each<'v>(value: &'v SubagentReturn, visit: &mut impl FnMut(Text<'v>)) {
    let mut free = |text: Option<&'v String>, required, at, told| {
        if let Some(text) = text {
            visit(Text { says: text, required, words: &[], told, at });
        }
    };
    free(value.summary.as_ref(), true, At::Top("summary"), template::SUMMARY);
    free(value.next_steps.as_ref(), false, At::Top("next_steps"), template::NEXT_STEPS);
    if let Some(metadata) = &value.metadata {
        free(metadata.session_id.as_ref(), true, At::Metadata("session_id"), template::NOTHING);
        free(metadata.agent_type.as_ref(), true, At::Metadata("agent_type"), template::NOTHING);
        for (index, step) in metadata.delegation_path.iter().flatten().enumerate() {
            free(Some(step), false, At::Step(index), template::NOTHING);
        }
    }
    for (index, artifact) in value.artifacts().iter().enumerate() {
        let at = |name| At::Item("artifacts", index, name);
        free(Some(&artifact.path), true, at("path"), template::ARTIFACT_PATH);
        free(artifact.summary.as_ref(), false, at("summary"), template::ARTIFACT_SUMMARY);
    }
    for (index, error) in value.errors.iter().enumerate() {
        let at = |name| At::Item("errors", index, name);
        free(Some(&error.message), true, at("message"), template::MESSAGE);
        free(error.recommendation.as_ref(), false, at("recommendation"), template::RECOMMENDATION);
    }
    for (index, artifact) in value.artifacts().iter().enumerate() {
        if let Some(ArtifactKind::Other(text)) = &artifact.kind {
            visit(Text {
                says: text,
                required: false,
                words: ArtifactKind::WORDS,
                told: template::NOTHING,
                at: At::Item("artifacts", index, "type"),
            });
        }
    }
    for (index, error) in value.errors.iter().enumerate() {
        if let Some(ErrorKind::Other(text)) = &error.kind {
            visit(Text {
                says: text,
                required: false,
                words: ErrorKind::WORDS,
                told: template::NOTHING,
                at: At::Item("errors", index, "type"),
            });
        }
    }
}

/// Whether the slow path would give this very value, without a word, if the rules find no text blank or a placeholder:
/// nothing is missing but what the dialect lets be missing, and no word is decorated.
pub(crate) fn reads_as_written(value: &SubagentReturn, dialect: &Dialect) -> bool {
    let there = |there: bool, field| there || dialect.is_optional(field);
    let metadata = |metadata: &crate::Metadata| {
        there(metadata.session_id.is_some(), "metadata.session_id")
            && there(metadata.agent_type.is_some(), "metadata.agent_type")
            && there(metadata.delegation_depth.is_some(), "metadata.delegation_depth")
            && there(metadata.delegation_path.is_some(), "metadata.delegation_path")
    };
    let complete = there(value.summary.is_some(), "summary")
        && there(value.artifacts.is_some(), "artifacts")
        && value.metadata.as_ref().map_or_else(|| dialect.is_optional("metadata"), metadata);
    complete
        && !value.has_spellings()
        && value.artifacts().iter().all(|artifact| match &artifact.kind {
            Some(ArtifactKind::Other(word)) => stays(word, ArtifactKind::WORDS),
            _ => true,
        })
        && value.errors.iter().all(|error| match &error.kind {
            Some(ErrorKind::Other(word)) => stays(word, ErrorKind::WORDS),
            _ => true,
        })
}
