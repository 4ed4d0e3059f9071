//! What tables and lists are about: the one table of headings and columns, with their synonyms (R-C9).

mod table;

use envelope_core::text::bare;
use serde::Serialize;

/// What a recognised table or list lists (clarity-protocol, "Result Types" and "Prompt Templates").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Role {
    /// Items of a checklist with their status.
    Checklist,
    /// Files that were modified.
    Files,
    /// Acceptance criteria with their result.
    Criteria,
    /// Tests with their result.
    Tests,
    /// What is still open.
    Gaps,
    /// Sections of a document.
    Sections,
    /// Terms and entities.
    Terms,
    /// Decisions found in a document.
    Decisions,
    /// References to other documents.
    CrossReferences,
    /// Components with their placement.
    Components,
    /// How a screen is laid out.
    Layout,
    /// Design tokens.
    Tokens,
    /// What content was decided on.
    Content,
    /// How to carry out a plan.
    Instructions,
    /// Discussions of findings or items, one a list item.
    Discussions,
}

envelope_core::word_from_string!(Role, Role::ALL, Role::as_str);

impl Role {
    /// All roles.
    pub const ALL: [Self; 15] = [
        Self::Checklist,
        Self::Files,
        Self::Criteria,
        Self::Tests,
        Self::Gaps,
        Self::Sections,
        Self::Terms,
        Self::Decisions,
        Self::CrossReferences,
        Self::Components,
        Self::Layout,
        Self::Tokens,
        Self::Content,
        Self::Instructions,
        Self::Discussions,
    ];

    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checklist => "checklist",
            Self::Files => "files",
            Self::Criteria => "criteria",
            Self::Tests => "tests",
            Self::Gaps => "gaps",
            Self::Sections => "sections",
            Self::Terms => "terms",
            Self::Decisions => "decisions",
            Self::CrossReferences => "cross-references",
            Self::Components => "components",
            Self::Layout => "layout",
            Self::Tokens => "tokens",
            Self::Content => "content",
            Self::Instructions => "instructions",
            Self::Discussions => "discussions",
        }
    }
}

/// A column of a table: its name in the specification, and other names that agents give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// Other names, in small letters.
    pub synonyms: &'static [&'static str],
}

impl Column {
    /// Whether a header names this column, decoration and letter case aside.
    pub fn is_named(&self, header: &str) -> bool {
        self.is_word(bare(header).text)
    }

    fn is_word(&self, word: &str) -> bool {
        self.name.eq_ignore_ascii_case(word) || self.synonyms.iter().any(|synonym| synonym.eq_ignore_ascii_case(word))
    }
}

/// How a role is recognised, and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoleSpec {
    /// The role.
    pub role: Role,
    /// The heading that prompts and converters write.
    pub heading: &'static str,
    /// Other headings, in small letters.
    pub headings: &'static [&'static str],
    /// The columns; the first is the key, without which a table is not recognised.
    pub columns: &'static [Column],
}

impl Role {
    /// The row of [`ROLES`] for this role.
    pub fn spec(self) -> &'static RoleSpec {
        // Every role has its row, which a test holds; the last stands in so that this is total.
        ROLES.iter().find(|spec| spec.role == self).unwrap_or(&table::DISCUSSIONS)
    }

    /// Whether each of its entries says that it passed or failed.
    pub(crate) const fn is_judged(self) -> bool {
        matches!(self, Self::Checklist | Self::Criteria | Self::Tests)
    }

    /// The role whose heading this title is.
    pub fn of_heading(title: &str) -> Option<Self> {
        // Most headings of a long message are none of the table's.
        if title.len() > LONGEST_HEADING { None } else { Self::named(plain_title(title)) }
    }

    /// The plain title as well, for whoever needs both.
    pub(crate) fn with_title(title: &str) -> (Option<Self>, &str) {
        let plain = plain_title(title);
        (Some(plain).filter(|_| title.len() <= LONGEST_HEADING).and_then(Self::named), plain)
    }

    fn named(title: &str) -> Option<Self> {
        if !may_be_heading(title) {
            return None;
        }
        let is_its_own = |spec: &&RoleSpec| {
            spec.heading.eq_ignore_ascii_case(title)
                || spec.headings.iter().any(|word| word.eq_ignore_ascii_case(title))
        };
        ROLES.iter().find(is_its_own).map(|spec| spec.role)
    }

    /// The role of a table with these headers under a heading of this role: its key column must be there, and the
    /// heading or a second column must agree.
    pub(crate) fn of_table<T: AsRef<str>>(columns: &[T], heading: Option<Self>) -> Option<Self> {
        let words: Vec<&str> = columns.iter().map(|header| bare(header.as_ref()).text).collect();
        let has = |column: &Column| words.iter().any(|word| column.is_word(word));
        let keyed = |spec: &RoleSpec| spec.columns.first().is_some_and(has);
        let under = heading.filter(|role| keyed(role.spec()));
        under.or_else(|| {
            let second = |spec: &&RoleSpec| keyed(spec) && spec.columns.iter().skip(1).any(has);
            ROLES.iter().find(second).map(|spec| spec.role)
        })
    }

    /// Where a column of this role stands among the headers.
    pub(crate) fn column(self, index: usize, columns: &[String]) -> Option<usize> {
        let column = self.spec().columns.get(index)?;
        columns.iter().position(|header| column.is_named(header))
    }
}

/// For each first letter the lengths of the headings that start with it, as bits.
static LENGTHS: [u64; 26] = {
    let mut lengths = [0; 26];
    let mut at = 0;
    while at < ROLES.len() {
        lengths = with_length(lengths, ROLES[at].heading);
        let mut other = 0;
        while other < ROLES[at].headings.len() {
            lengths = with_length(lengths, ROLES[at].headings[other]);
            other += 1;
        }
        at += 1;
    }
    lengths
};

const fn with_length(mut lengths: [u64; 26], heading: &str) -> [u64; 26] {
    let first = heading.as_bytes()[0].to_ascii_lowercase() - b'a';
    lengths[first as usize] |= 1 << heading.len();
    lengths
}

/// Whether some heading has this first letter and this length: most titles are told from all of them by that.
fn may_be_heading(title: &str) -> bool {
    let first = title.bytes().next().map_or(0, |byte| byte.to_ascii_lowercase());
    let lengths = first.checked_sub(b'a').and_then(|at| LENGTHS.get(usize::from(at))).copied().unwrap_or_default();
    title.len() < 64 && lengths & 1 << title.len() != 0
}

/// A title without number, count and decoration: `3. Files Modified (3)` is `Files Modified`.
pub(crate) fn plain_title(title: &str) -> &str {
    let title = unnumbered(title);
    let title = title.split_once(" (").map_or(title, |(title, _)| title);
    bare(title.trim_end_matches(':')).text.trim_end_matches(':')
}

/// A title without the number before it: `3. `, `3) `, `3.1 `.
pub(crate) fn unnumbered(title: &str) -> &str {
    let rest = title.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
    if rest.len() == title.len() { title } else { rest.strip_prefix(')').unwrap_or(rest).trim_start() }
}

/// More than the longest heading takes, decoration and a count included.
const LONGEST_HEADING: usize = 64;

/// Every role with its headings and columns; parser, views, rules, prompts and converters use it.
pub static ROLES: &[RoleSpec] = table::ROLES;

/// The seven columns of a finding table, with other spellings of them (R-C9).
///
/// Only spellings: a table of risks by severity and category is no finding table.
pub static COLUMNS: &[Column] = table::COLUMNS;

/// The names of [`COLUMNS`].
pub(crate) const FINDING_COLUMNS: [&str; 7] =
    ["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion"];

/// Which of the seven columns a header names, by its place in [`COLUMNS`].
pub(crate) fn finding_column(header: &str) -> Option<usize> {
    let word = bare(header).text;
    COLUMNS.iter().position(|column| column.is_word(word))
}

/// Whether these are the headers of a finding table: Severity and at least two more of the seven (R-C9).
pub(crate) fn is_finding_header<T: AsRef<str>>(headers: &[T]) -> bool {
    let mut seen = [false; FINDING_COLUMNS.len()];
    for at in headers.iter().filter_map(|header| finding_column(header.as_ref())) {
        if let Some(seen) = seen.get_mut(at) {
            *seen = true;
        }
    }
    seen.get(1) == Some(&true) && seen.iter().filter(|seen| **seen).count() > 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_columns_decide() {
        assert_eq!(Role::of_heading("**Files modified** (3)"), Some(Role::Files));
        assert_eq!(Role::of_heading("Acceptance criteria:"), Some(Role::Criteria));
        assert_eq!(Role::of_heading("3. Test Results"), Some(Role::Tests));
        assert_eq!(Role::of_heading("2.1) Gaps"), Some(Role::Gaps));
        assert_eq!(Role::of_heading("Summary"), None);
        assert_eq!(Role::of_heading("12"), None);
        assert_eq!(Role::of_table(&["Item", "Status", "Notes"], None), Some(Role::Checklist));
        assert_eq!(Role::of_table(&["Name", "Result"], Some(Role::Tests)), Some(Role::Tests));
        assert_eq!(Role::of_table(&["Name"], None), None);
        assert!(is_finding_header(&["Sev", "Type", "Source location"]) && !is_finding_header(&["Severity", "ID"]));
        assert!(!is_finding_header(&["ID", "Type", "Location", "Description"]));
    }

    #[test]
    fn every_role_has_one_row_and_no_heading_two_roles() {
        let mut headings = std::collections::HashSet::new();
        for spec in ROLES {
            assert_eq!(ROLES.iter().filter(|other| other.role == spec.role).count(), 1);
            assert_eq!(spec.role.spec(), spec);
            for heading in spec.headings.iter().chain([&spec.heading]) {
                assert!(headings.insert(heading.to_lowercase()), "{heading} stands twice");
                assert_eq!(Role::of_heading(heading), Some(spec.role), "{heading}");
            }
        }
        assert!(COLUMNS.iter().map(|column| column.name).eq(FINDING_COLUMNS));
    }
}
