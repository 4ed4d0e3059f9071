//! Every text of a report that the table knows as one.

use envelope_core::Path;
use envelope_core::json::has_spelling;
use envelope_core::text::{placeholder, stands_for_more};

use crate::{ContractReport, METADATA_FIELDS, REPORT_FIELDS};

/// What stands for a text in the template of the specification (section 3), which has no brackets around it.
const TEMPLATE: [&str; 2] = ["string", "string (optional, required if status is 'failed')"];

/// A text of the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'v> {
    pub(super) value: &'v str,
    /// Whether it may not be blank (R-A8).
    pub(super) required: bool,
    at: At,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Metadata(&'static str),
    Item(&'static str, usize),
}

impl Text<'_> {
    pub(super) fn path(&self) -> Path {
        match self.at {
            At::Metadata(name) => Path::root().key("report_metadata").key(name),
            At::Item(list, index) => Path::root().key(list).index(index),
        }
    }

    /// Whether it is an instruction copied back (R-A5).
    pub(super) fn is_placeholder(&self) -> bool {
        let left_out = matches!(self.at, At::Item(..)) && stands_for_more(self.value);
        left_out
            || placeholder(self.value).is_some()
            || TEMPLATE.iter().any(|word| word.eq_ignore_ascii_case(self.value))
    }
}

/// Visits every text.
pub(super) fn each<'v>(value: &'v ContractReport, visit: &mut impl FnMut(Text<'v>)) {
    let metadata = &value.report_metadata;
    visit(Text { value: &metadata.agent_name, required: true, at: At::Metadata("agent_name") });
    visit(Text { value: &metadata.task_id, required: true, at: At::Metadata("task_id") });
    if let Some(text) = &metadata.error_message {
        visit(Text { value: text, required: false, at: At::Metadata("error_message") });
    }
    let lists = [
        ("recommendations", &value.recommendations),
        ("identified_gaps", &value.identified_gaps),
        ("blockers", &value.blockers),
    ];
    for (name, list) in lists {
        for (index, text) in list.iter().enumerate() {
            visit(Text { value: text, required: false, at: At::Item(name, index) });
        }
    }
}

/// Whether the slow path would give this very value, without a word, if the rules find no text missing or a placeholder:
/// no member stands under another key.
pub(crate) fn reads_as_written(value: &ContractReport) -> bool {
    !has_spelling(&value.extra, REPORT_FIELDS) && !has_spelling(&value.report_metadata.extra, METADATA_FIELDS)
}
