use super::{Line, Lines, Region, Regions, find_word, is_placeholder, same_name, split_key, strip_decoration};
use crate::{Located, Span};

/// A line such as `STATUS: success` that states the status of a text protocol (R-A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Marker {
    /// The whole line, without its line end.
    pub line: Span,
    /// How many blanks and tabs the line begins with.
    pub indent: usize,
    /// The name as written.
    pub name: Span,
    /// What stands behind the colon.
    pub value: Span,
}

/// Where the marker of a text protocol is, and what else of its kind is in the message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MarkerPlace {
    /// The marker that counts.
    pub marker: Marker,
    /// The text to read: the content of the fence that the marker begins, or the whole message.
    pub region: Span,
    /// The whole fence, its edges included, if the marker is in one.
    pub fence: Option<Span>,
    /// Whether the message ends inside a fence.
    pub open_fence: bool,
    /// Every other marker that counts, in the order of the text.
    pub others: Vec<Marker>,
}

/// Finds the marker line of a text protocol: the first one outside fences, else the one fence that begins with one
/// (R-A12). A marker whose value is a placeholder counts only if there is no other (R-A5). `stated` gives the part of a
/// marker's value that states the status.
pub fn locate_marker(text: &str, name: &str, words: &[&str], stated: fn(&str) -> &str) -> Located<MarkerPlace> {
    let mut scan = Scan::new(text, name, words, stated);
    let mut regions = Regions::default();
    for line in Lines::new(text, Span::new(0, text.len())) {
        let region = regions.next(&line);
        scan.line(&line, region);
    }
    scan.finish(regions.in_fence())
}

struct Scan<'a> {
    text: &'a str,
    name: &'a str,
    words: &'a [&'a str],
    stated: fn(&str) -> &str,
    open: Vec<Marker>,
    fences: Vec<Fence>,
    fence: Option<Fence>,
    hidden: Option<Span>,
}

/// A fence, with the markers in it.
struct Fence {
    whole: Span,
    content: Span,
    is_empty: bool,
    begins_with_marker: bool,
    markers: Vec<Marker>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, name: &'a str, words: &'a [&'a str], stated: fn(&str) -> &str) -> Self {
        Self { text, name, words, stated, open: Vec::new(), fences: Vec::new(), fence: None, hidden: None }
    }

    fn line(&mut self, line: &Line<'a>, region: Region) {
        match region {
            Region::Open => self.open.extend(self.marker(line)),
            Region::FenceEdge => self.fence_edge(line),
            Region::Fence => {
                let marker = self.marker(line);
                let Some(fence) = &mut self.fence else { return };
                if fence.is_empty && !line.is_blank() {
                    fence.is_empty = false;
                    fence.begins_with_marker = marker.is_some();
                }
                fence.markers.extend(marker);
            }
            Region::Thought => {
                if self.hidden.is_none() {
                    self.hidden = self.marker(line).map(|marker| marker.line);
                }
            }
            Region::Quotation => {}
        }
    }

    fn fence_edge(&mut self, line: &Line<'a>) {
        let (start, end) = (line.start, line.end());
        if let Some(mut fence) = self.fence.take() {
            fence.content = Span::new(fence.content.start(), start);
            fence.whole = Span::new(fence.whole.start(), end);
            self.fences.push(fence);
        } else {
            let (whole, content) = (Span::at(start), Span::at((end + 1).min(self.text.len())));
            self.fence = Some(Fence { whole, content, is_empty: true, begins_with_marker: false, markers: Vec::new() });
        }
    }

    /// The marker that a line is, whether it counts or not.
    fn marker(&self, line: &Line<'a>) -> Option<Marker> {
        // Most lines are told apart by their first word.
        let bytes = line.text.as_bytes();
        let first = line.indent + bytes[line.indent..].iter().position(u8::is_ascii_alphabetic)?;
        if !bytes.get(first..first + self.name.len())?.eq_ignore_ascii_case(self.name.as_bytes()) {
            return None;
        }
        let (key, value) = split_key(line.text)?;
        let name = strip_decoration(key);
        if !same_name(name, self.name) {
            return None;
        }
        let at = line.start + key.find(name)?;
        // A name in double quotes is a key of JSON.
        if key.trim_ascii() == format!("\"{name}\"") {
            return None;
        }
        Some(Marker {
            line: Span::new(line.start, line.end()),
            indent: line.indent,
            name: Span::new(at, at + name.len()),
            value: Span::new(line.start + value, line.end()),
        })
    }

    /// Whether a marker counts: in capitals, written like the first, or with a known status or a placeholder (R-A6).
    fn counts(&self, marker: &Marker, first: Option<&str>) -> bool {
        let name = marker.name.of(self.text);
        let value = marker.value.of(self.text);
        let word = value.split('|').next().unwrap_or_default();
        name == self.name
            || first == Some(name)
            || find_word(word, self.words).is_some()
            || is_placeholder(word, self.words)
    }

    /// The markers of one place that count: the least indented ones.
    fn counted(&self, markers: &[Marker]) -> Vec<Marker> {
        let mut counted: Vec<Marker> = Vec::new();
        for marker in markers {
            if self.counts(marker, counted.first().map(|first| first.name.of(self.text))) {
                counted.push(*marker);
            }
        }
        let least = counted.iter().map(|marker| marker.indent).min();
        counted.retain(|marker| Some(marker.indent) == least);
        counted
    }

    fn is_echo(&self, marker: &Marker) -> bool {
        is_placeholder((self.stated)(marker.value.of(self.text)), self.words)
    }

    fn finish(mut self, open_fence: bool) -> Located<MarkerPlace> {
        let end = self.text.len();
        if let Some(mut fence) = self.fence.take() {
            fence.content = Span::new(fence.content.start(), end);
            fence.whole = Span::new(fence.whole.start(), end);
            self.fences.push(fence);
        }
        let open = self.counted(&self.open);
        let fences = std::mem::take(&mut self.fences);
        let fences: Vec<(Fence, Vec<Marker>)> = fences
            .into_iter()
            .filter(|fence| fence.begins_with_marker)
            .map(|fence| (self.counted(&fence.markers), fence))
            .filter(|(markers, fence)| fence.markers.first() == markers.first() && !markers.is_empty())
            .map(|(markers, fence)| (fence, markers))
            .collect();
        let is_answer = |marker: &Marker| !self.is_echo(marker);
        let fence_answers = fences.iter().any(|(_, markers)| is_answer(&markers[0]));
        if open.iter().any(is_answer) || (!open.is_empty() && !fence_answers) {
            // In another fence, only a first line that states a known status can contradict (R-A11).
            let states = |marker: &&Marker| find_word((self.stated)(marker.value.of(self.text)), self.words).is_some();
            let shown = fences.iter().filter_map(|(_, markers)| markers.first()).filter(states).copied();
            let mut others: Vec<Marker> = open.iter().copied().chain(shown).collect();
            let chosen = open.iter().position(|marker| !self.is_echo(marker)).unwrap_or(0);
            let marker = others.remove(chosen);
            others.sort_by_key(|marker| marker.line);
            let region = Span::new(0, end);
            return Located::At(MarkerPlace { marker, region, fence: None, open_fence, others });
        }
        self.in_fence(fences, open_fence)
    }

    fn in_fence(&self, mut fences: Vec<(Fence, Vec<Marker>)>, open_fence: bool) -> Located<MarkerPlace> {
        if fences.iter().any(|(_, markers)| !self.is_echo(&markers[0])) {
            fences.retain(|(_, markers)| !self.is_echo(&markers[0]));
        }
        match fences.as_mut_slice() {
            [] => self.hidden.map_or(Located::Absent, Located::Hidden),
            [(fence, markers)] => {
                let marker = markers.remove(0);
                let others = std::mem::take(markers);
                let (region, fence) = (fence.content, Some(fence.whole));
                Located::At(MarkerPlace { marker, region, fence, open_fence, others })
            }
            [(_, first), (_, second), ..] => Located::Several(first[0].line, second[0].line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 3] = ["success", "blocked", "failed"];

    /// The value of the marker that counts, and how many others there are.
    #[track_caller]
    fn check(text: &str, value: &str, others: usize) {
        let Located::At(place) = locate_marker(text, "STATUS", &WORDS, |value| value) else {
            panic!("nothing located in {text:?}")
        };
        assert_eq!((place.marker.value.of(text).trim(), place.others.len()), (value, others), "{text:?}");
    }

    #[test]
    fn the_first_counting_marker_is_found() {
        check("STATUS: success", "success", 0);
        check("\u{feff}**Status:** success", "** success", 0);
        check("Status: still working\nSTATUS: failed", "failed", 0);
        check("  STATUS: success\nSTATUS: failed", "failed", 0);
        check("> STATUS: success\nstatus: failed\nstatus: done", "failed", 1);
        check("STATUS: success | blocked | failed\nSTATUS: blocked", "blocked", 1);
        check("```\nSTATUS: failed\n```\nSTATUS: success", "success", 1);
        check("```\nSTATUS: <word>\n```\n```\nSTATUS: success\nSTATUS: failed\n```", "success", 1);
        check("STATUS: <word>\n```\nSTATUS: success\n```", "success", 0);
        check("{\n  \"status\": \"failed\"\n}\n  STATUS: success", "success", 0);
        check("<think>\nSTATUS: failed\n</think>\nSTATUS: success", "success", 0);
    }

    #[test]
    fn what_cannot_be_told_apart_is_not_chosen() {
        let locate = |text| locate_marker(text, "STATUS", &WORDS, |value| value);
        assert_eq!(locate("no status\n```\nx\nSTATUS: success\n```"), Located::Absent);
        assert_eq!(locate("<think>\nSTATUS: success"), Located::Hidden(Span::new(8, 23)));
        let several = locate("```\nSTATUS: success\n```\n```\nSTATUS: success\n```");
        assert_eq!(several, Located::Several(Span::new(4, 19), Span::new(28, 43)));
    }
}
