//! Signs of the text protocols: marker lines, headings, front matter.

use envelope_core::Span;
use envelope_core::text::{
    Decoration, Entry, Fences, Frontmatter, HiddenPart, LineRole, Lines, fences, frontmatter, hidden_parts,
    marker_line, scalar, split_key, states_failure, whole_message_fence,
};

use super::marker::{Form, Marker, RESULT, STATUS, Written, marker, names_type, quoted_status};
use super::readers::{self, BlockRead};
use super::scalar::{Context, Place};
use super::stated::word;
use super::{Certainty, Sign};

/// What the lines of a message show.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// The value of the first line `RESULT: …`; the first with a word of the protocol, if there is one.
    result: Option<Marker>,
    /// The same for `STATUS: …`.
    status: Option<Marker>,
    /// The sections of a status block that are there.
    sections: Vec<&'static str>,
    /// Whether one of them stands at the start of its line.
    headed: bool,
    /// The first line below a status of the protocol that is such a section but for how it is written.
    loose: Option<&'static str>,
    /// What the reader of blocks found, where it was asked.
    block: BlockRead,
    /// Whether the reader of results finds no summary line, where it was asked.
    no_summary: bool,
    /// Keys of the front matter.
    keys: Vec<String>,
    /// Headings of questions and refinements, and of decisions: the first of each as it is written.
    question: Option<String>,
    decision: Option<String>,
    /// Lines with braces that are the text of a field or an item of such an envelope: an object there is quoted.
    quoting: Vec<Span>,
    /// Whether all this stands in a code fence inside the message.
    pub(super) in_fence: bool,
}

impl Facts {
    /// Looks at every line outside of `quoted`; at fenced ones, and at what is thought or commented out, only if the others
    /// show nothing (R-A12).
    pub(super) fn gather(text: &str, quoted: &[Span]) -> Self {
        let whole = whole_message_fence(text).map(|fence| fence.inner);
        let region = whole.unwrap_or_else(|| Span::new(0, text.len()));
        let mut facts = Self::default();
        let hidden = hidden_parts(region.of(text));
        facts.look(text, region, quoted, &hidden);
        facts.take_loose(text);
        let said = !facts.is_empty();
        if facts.is_empty() && !hidden.is_empty() {
            facts.look(text, region, quoted, &[]);
            facts.take_loose(text);
        }
        if facts.is_empty() {
            for fence in fences(region.of(text)) {
                facts.look(text, fence.inner.shifted(region.start()), quoted, &[]);
            }
            facts.take_loose(text);
            facts.in_fence = whole.is_none() || !facts.is_empty();
        }
        facts.ask_readers(text, said);
        facts
    }

    /// What each code fence shows by itself, or the fences in it; those that are thought or commented out left aside.
    pub(super) fn of_fences(text: &str, quoted: &[Span]) -> Vec<Self> {
        let region = whole_message_fence(text).map_or_else(|| Span::new(0, text.len()), |fence| fence.inner);
        let hidden = hidden_parts(region.of(text));
        let mut all = Vec::new();
        for fence in fences(region.of(text)).into_iter().filter(|fence| !is_hidden(&hidden, fence.inner.start())) {
            let inner = fence.inner.shifted(region.start());
            let facts = Self::quotation(text, inner, quoted);
            if facts.is_empty() {
                let nested = fences(inner.of(text)).into_iter().map(|fence| fence.inner.shifted(inner.start()));
                all.extend(nested.map(|inner| Self::quotation(text, inner, quoted)));
            } else {
                all.push(facts);
            }
        }
        all
    }

    /// What stands in a fence. One line of a log may read `RESULT: ERROR`; an envelope says more on it (R-C4).
    fn quotation(text: &str, inner: Span, quoted: &[Span]) -> Self {
        let mut facts = Self { in_fence: true, ..Self::default() };
        facts.look(text, inner, quoted, &[]);
        facts.result = facts.result.filter(|marker| marker.form == Form::Paired);
        facts
    }

    /// Whether nothing is a sign; `Status: …` in prose is none by itself.
    fn is_empty(&self) -> bool {
        self.result.is_none()
            && self.status.as_ref().is_none_or(|marker| !marker.exact && self.sections.is_empty())
            && self.keys.is_empty()
            && self.question.is_none()
            && self.decision.is_none()
    }

    /// `Status: failed` and `Summary:` are a block where the reader of blocks takes them for one (R-S4).
    fn take_loose(&mut self, text: &str) {
        let Some(section) = self.loose.filter(|_| self.sections.is_empty()) else { return };
        if self.block == BlockRead::Unasked {
            self.block = readers::block(text);
        }
        if self.block == BlockRead::Block {
            self.sections.push(section);
        }
    }

    /// Asks whether a line counts that is indented, dressed up, or not `said`: in a fence or a thought (R-A12, R-C2, R-S4).
    fn ask_readers(&mut self, text: &str, said: bool) {
        let is_doubtful = |marker: &&Marker| !(said && marker.plain);
        if self.result.as_ref().is_some_and(|marker| is_doubtful(&marker)) {
            self.no_summary = !readers::has_summary_line(text);
        }
        let is_sign = |marker: &&Marker| marker.exact || !self.sections.is_empty();
        let status = self.status.as_ref().filter(is_doubtful).filter(is_sign);
        if status.is_some() && self.block == BlockRead::Unasked {
            self.block = readers::block(text);
        }
    }

    fn look(&mut self, text: &str, region: Span, quoted: &[Span], hidden: &[HiddenPart]) {
        let part = region.of(text);
        let mut body = 0;
        if let Some(front) = frontmatter(part) {
            self.keys.extend(front.entries.iter().map(|entry| scalar(entry.key.of(part)).into_owned()));
            let is_report = is_block(&front, part) || has_summary_line(&front, part);
            body = if is_report { 0 } else { front.span.end() };
        }
        let (mut fences, mut front, mut below_result) = (Fences::new(), false, false);
        let mut context = Context::default();
        for line in Lines::after_bom(part).filter(|line| line.span.start() >= body) {
            let at = line.span.shifted(region.start());
            if is_hidden(hidden, line.span.start()) {
                fences = Fences::new();
                continue;
            }
            let is_text = fences.classify(line.text) == LineRole::Text;
            below_result = below_result && is_text && self.take_pair(line.text);
            if is_text && !quoted.iter().any(|object| object.contains(at)) {
                let place = context.next(line.text, self.status.is_some());
                if line.text.contains('{') && self.quotes(line.text, place) {
                    self.quoting.push(at);
                }
                if place != Place::Text {
                    front = self.front(line.text, front);
                    below_result |= self.line(line.text, at, place);
                }
            }
        }
    }

    /// Whether an object that stands on the line is what a field or an item says.
    fn quotes(&self, line: &str, place: Place) -> bool {
        let inner = line.trim_start();
        match place {
            Place::Text => true,
            Place::Field => !inner.starts_with(['{', '[']),
            Place::Outside => self.is_summed_up() && (is_item(line) || inner.starts_with('|')),
        }
    }

    /// Whether an object that begins there is quoted by a text envelope.
    pub(super) fn quotes_at(&self, at: usize) -> bool {
        let next = self.quoting.partition_point(|line| line.end() <= at);
        self.quoting.get(next).is_some_and(|line| line.start() <= at)
    }

    /// Whether a summary line was seen: what is listed below it is what the agent tells, not how it went.
    fn is_summed_up(&self) -> bool {
        self.result.as_ref().is_some_and(|marker| marker.known && marker.exact)
    }

    /// Looks at one line; whether it is a line `RESULT: …`.
    fn line(&mut self, line: &str, at: Span, place: Place) -> bool {
        let title = line.trim_start().strip_prefix('#').map(|rest| rest.trim_start_matches('#'));
        if let Some(title) = title.filter(|title| title.starts_with([' ', '\t'])) {
            self.heading(title.trim());
        }
        if !line.contains([':', '：']) {
            return false;
        }
        if let Some(value) = quoted_status(line) {
            marker(&mut self.status, STATUS, value, at, Written::Capitals);
        }
        let Some(pair) = split_key(marker_line(line).rest) else { return false };
        let key = pair.key;
        // Directly below a section an item may be the agent's last word on all of it.
        let fails = is_short(pair.value) && states_failure(pair.value);
        let item = line.starts_with("- ") && fails;
        let place = if place == Place::Field && item { Place::Outside } else { place };
        // `result: partial` in a section is a field of the agent's own, and so is what an item below a summary line tells.
        let is_result = key.eq_ignore_ascii_case(RESULT.0);
        let listed = self.is_summed_up() && is_item(line) && !fails;
        if place == Place::Field && !(is_result && pair.value.contains('|')) || listed && !is_result {
            return false;
        }
        if is_result {
            // In prose `Result: clean` is a phrase; what denies a success is for the readers to see.
            if key != RESULT.0 && !pair.value.contains('|') {
                return false;
            }
            marker(&mut self.result, RESULT, pair.value, at, Written::of(line, key, RESULT));
            return true;
        }
        if key.eq_ignore_ascii_case(STATUS.0) {
            marker(&mut self.status, STATUS, pair.value, at, Written::of(line, key, STATUS));
        } else if let Some(section) = section_of(key) {
            if section == key {
                self.sections.push(section);
                self.headed |= line.starts_with(section);
            } else if self.status.as_ref().is_some_and(|marker| marker.known && marker.form != Form::Phrase) {
                self.loose.get_or_insert(section);
            }
        }
        false
    }

    /// A line of several words whose pairs stand below it is a summary line that was broken, and none of a log. Whether the
    /// next line may be such a pair, too.
    fn take_pair(&mut self, line: &str) -> bool {
        let Some(pair) = split_key(marker_line(line).rest) else { return line.trim().is_empty() };
        let broken = self.result.as_mut().filter(|marker| marker.form != Form::Word);
        if let Some(marker) = broken.filter(|_| names_type(pair.key, pair.value)) {
            marker.form = Form::Paired;
        }
        true
    }

    /// The front matter of a document that stands below something else: keys of its own right behind a rule. Whether the
    /// next line may be one, too.
    fn front(&mut self, line: &str, inside: bool) -> bool {
        if line.trim_end() == "---" {
            return !inside;
        }
        let key = line.split_once(':').map(|(key, _)| key).filter(|_| inside);
        self.keys.extend(key.filter(|key| is_own_key(key)).map(str::to_owned));
        inside && !line.trim().is_empty()
    }

    /// `Q1: Title` and `R1.1`, or `D1: Title`, also with the signs of older forms in place of the colon. A letter with a
    /// number and a word behind it (`Q3 report`) is about something else.
    fn heading(&mut self, title: &str) {
        let numbered = |letter: char| {
            let id = title.strip_prefix(letter)?;
            let behind = id.trim_start_matches(|digit: char| digit.is_ascii_digit());
            (behind.len() < id.len()).then_some(behind)
        };
        let is_item = |letter: char| {
            numbered(letter).is_some_and(|behind| {
                let sign = behind.trim_start();
                let spaced = || sign.get(1..).is_none_or(|rest| rest.is_empty() || rest.starts_with(' '));
                sign.is_empty()
                    || sign.starts_with([':', '：', '–', '—', '['])
                    || sign.starts_with([')', ']', '-', '.']) && spaced()
            })
        };
        let is_refinement = || {
            let part = numbered('R').and_then(|behind| behind.strip_prefix('.'));
            part.is_some_and(|part| part.starts_with(|digit: char| digit.is_ascii_digit()))
        };
        let short = || title.chars().take(40).collect::<String>();
        if is_item('Q') || is_refinement() {
            self.question.get_or_insert_with(short);
        } else if is_item('D') {
            self.decision.get_or_insert_with(short);
        }
    }

    fn has_key(&self, names: &[&str]) -> Option<&str> {
        self.keys.iter().find(|key| names.contains(&key.as_str())).map(String::as_str)
    }
}

/// Whether what looks like front matter is a block below a rule or between two: a status of the protocol, and a section or
/// an end that is not there.
fn is_block(front: &Frontmatter, text: &str) -> bool {
    let is_status = |entry: &Entry| {
        let key = scalar(entry.key.of(text));
        key.eq_ignore_ascii_case(STATUS.0) && STATUS.1(word(entry.value.of(text))).is_some()
    };
    let is_section = |entry: &Entry| section_of(&scalar(entry.key.of(text))).is_some();
    front.entries.iter().any(is_status) && (!front.closed || front.entries.iter().any(is_section))
}

/// Whether what looks like front matter is a summary line below a rule: the next rule begins the metadata.
fn has_summary_line(front: &Frontmatter, text: &str) -> bool {
    front.entries.iter().any(|entry| {
        let value = entry.value.of(text);
        scalar(entry.key.of(text)) == RESULT.0 && (value.contains('|') || RESULT.1(word(value)).is_some())
    })
}

/// The section of that name, in any letter case and with blanks or dashes for underscores (R-A6).
#[cfg(feature = "status-block")]
fn section_of(key: &str) -> Option<&'static str> {
    status_block::Section::from_any_case(key).map(status_block::Section::marker)
}

#[cfg(not(feature = "status-block"))]
fn section_of(_: &str) -> Option<&'static str> {
    None
}

/// Whether it says no more than how something went; a longer item tells of something that the report is about.
fn is_short(value: &str) -> bool {
    value.split_whitespace().nth(3).is_none()
}

fn is_item(line: &str) -> bool {
    marker_line(line).decorations.contains(Decoration::List)
}

/// Whether the place lies in one of the parts, which follow each other.
fn is_hidden(parts: &[HiddenPart], at: usize) -> bool {
    let next = parts.partition_point(|part| part.span.end() <= at);
    parts.get(next).is_some_and(|part| part.span.start() <= at)
}

/// `RESULT:` with a word of the protocol is sure; with another word, or with pairs, it is an attempt; with several words and
/// nothing else it is a line of a log.
#[cfg(feature = "clarity-protocol")]
pub(crate) fn clarity(facts: &Facts) -> Option<Sign> {
    let marker = facts.result.as_ref()?;
    let certainty = if marker.known { Certainty::Sure } else { Certainty::Likely };
    let sign = Sign::new(certainty, format!("a line `RESULT: {}`", marker.value)).stating(marker.stated);
    let aside = facts.no_summary || !marker.known && matches!(marker.form, Form::Phrase | Form::Failure);
    Some(Sign { line: Some(marker.line), ..sign }.set_aside(aside))
}

/// `STATUS:` in capitals with a section of the block beside it is sure (R-S4).
#[cfg(feature = "status-block")]
pub(crate) fn status_block(facts: &Facts) -> Option<Sign> {
    let Some(marker) = &facts.status else {
        let section = facts.sections.first()?;
        return Some(Sign::new(Certainty::Guess, format!("a line `{section}:`")));
    };
    let certainty = match (marker.exact, facts.sections.is_empty()) {
        (true, false) => Certainty::Sure,
        (false, false) => Certainty::Likely,
        (true, true) if marker.known => Certainty::Likely,
        (true, true) => Certainty::Guess,
        (false, true) => return None,
    };
    let beside = facts.sections.first().map(|section| format!(" and a section `{section}:`")).unwrap_or_default();
    let sign = Sign::new(certainty, format!("a line `STATUS: {}`{beside}", marker.value)).stating(marker.stated);
    let whole = !facts.sections.is_empty() && (marker.exact || facts.block == BlockRead::Block);
    let sign = Sign { line: Some(marker.line), whole, ..sign };
    Some(sign.set_aside(facts.block == BlockRead::Nothing && !facts.headed))
}

#[cfg(feature = "clarifications-md")]
const COUNTS: [&str; 3] = {
    use clarifications_md::CountKey;
    [CountKey::Questions.as_str(), CountKey::Refinements.as_str(), CountKey::DuplicatesRemoved.as_str()]
};

/// Whether the key stands only in the front matter of the documents.
#[cfg(feature = "clarifications-md")]
fn is_own_key(key: &str) -> bool {
    COUNTS.contains(&key) || clarifications_md::decisions::OWN_KEYS.contains(&key)
}

#[cfg(not(feature = "clarifications-md"))]
fn is_own_key(_: &str) -> bool {
    false
}

/// Front matter with the counts, and headings of questions.
#[cfg(feature = "clarifications-md")]
pub(crate) fn clarifications(facts: &Facts) -> Option<Sign> {
    document(facts.has_key(&COUNTS), facts.question.as_deref())
}

/// Front matter with the keys that only decisions have, and headings of decisions.
#[cfg(feature = "clarifications-md")]
pub(crate) fn decisions(facts: &Facts) -> Option<Sign> {
    document(facts.has_key(&clarifications_md::decisions::OWN_KEYS), facts.decision.as_deref())
}

/// A document is told by a key of its front matter and a heading of its items.
fn document(key: Option<&str>, heading: Option<&str>) -> Option<Sign> {
    match (key, heading) {
        (Some(key), Some(heading)) => {
            Some(Sign::new(Certainty::Sure, format!("front matter with `{key}` and a heading `{heading}`")))
        }
        (Some(key), None) => Some(Sign::new(Certainty::Likely, format!("front matter with `{key}`"))),
        (None, Some(heading)) => Some(Sign::new(Certainty::Likely, format!("a heading `{heading}`"))),
        (None, None) => None,
    }
}
