//! Where the document is in a message (R-A12).

use envelope_core::rules::{FENCED, TEXT_AROUND};
use envelope_core::text::{Line, Lines, Region, Regions, frontmatter};
use envelope_core::{Located, Sink, Span};

use crate::read::line;
use crate::syntax::lf;

/// The byte order mark.
const BOM: &str = "\u{feff}";

/// A document in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The text to read: from the frontmatter, or all of the message or fence if there is none.
    pub region: Span,
    /// The first line of the frontmatter, or the first heading of an entry.
    pub marker: Span,
    /// The fence that the document is in; without a closing line it ends where the text to read ends.
    pub fence: Option<Span>,
}

impl Place {
    /// The place in a fence, with the ends of the text to read and of the fence.
    fn until(self, content: usize, end: usize) -> Self {
        let fence = self.fence.map(|fence| Span::new(fence.start(), end));
        Self { region: Span::new(self.region.start(), content), fence, ..self }
    }

    /// The text before and behind the document, with LF as line end. It is reported, and so is a fence around the document,
    /// or one that is not closed at its end.
    pub(crate) fn around(&self, text: &str, sink: &mut Sink) -> Vec<String> {
        let document = self.fence.unwrap_or(self.region);
        let behind = Span::new(document.end(), text.len());
        let around = [Span::new(0, document.start()), behind].map(|span| span.trim(text)).into_iter();
        let around = around.filter(|span| !matches!(span.of(text), "" | BOM));
        let around: Vec<Span> = around.inspect(|span| sink.report(&TEXT_AROUND, *span)).collect();
        if let Some(fence) = self.fence {
            sink.report(&FENCED, fence);
            let mut regions = Regions::default();
            let is_structure = |line| regions.next(&line) == Region::FenceEdge || line::heading(&line).is_some();
            if fence.end() == self.region.end() {
                sink.truncated(text.len(), || "the document ends inside a code fence".to_owned());
            } else if Lines::new(text, behind).any(is_structure) {
                // A fence inside the document closed the one around it.
                sink.truncated(text.len(), || "the code fence ends inside the document".to_owned());
            }
        }
        around.into_iter().map(|span| lf(span.of(text).trim_start_matches(BOM))).collect()
    }
}

/// What the frontmatter and the headings of a document are known by.
pub(crate) struct Marks {
    /// A key of the frontmatter.
    pub(crate) key: &'static str,
    /// Whether a line is the heading of an entry.
    pub(crate) is_heading: fn(&str, &Line<'_>) -> bool,
}

/// Finds a clarifications document.
pub(crate) fn locate(text: &str) -> Located<Place> {
    let is_heading = |text: &str, line: &Line<'_>| {
        let heading = line.content().starts_with('#').then(|| line::heading(line)).flatten();
        heading.and_then(|(_, title)| line::id(text, title)).is_some_and(|id: line::Id| id.item.is_question())
    };
    Marks { key: "question_count", is_heading }.locate(text)
}

/// Where a message of unknown protocol has the frontmatter or a heading at its level (R-A18).
pub(crate) fn detect(text: &str, located: &Located<Place>) -> Option<Span> {
    let marker = match located {
        Located::At(place) => place.marker,
        Located::Hidden(span) | Located::Several(span, _) => *span,
        Located::Absent | Located::Rejected(..) => return None,
    };
    ["---", "### "].iter().any(|begin| marker.of(text).starts_with(begin)).then_some(marker)
}

impl Marks {
    /// Finds the frontmatter or, without one, the first heading of an entry: outside fences, else as the beginning of the
    /// one fence that begins so.
    pub(crate) fn locate(&self, text: &str) -> Located<Place> {
        let at = |start, marker| Located::At(Place { region: Span::new(start, text.len()), marker, fence: None });
        let (mut heading, mut hidden, mut fences, mut fence) = (None, None, Vec::new(), None);
        let mut regions = Regions::default();
        for line in Lines::new(text, Span::new(0, text.len())) {
            let in_fence = regions.in_fence();
            match regions.next(&line) {
                Region::Open if heading.is_none() => {
                    if let Some(marker) = self.frontmatter_at(text, &line) {
                        return at(line.start, marker);
                    }
                    heading = (self.is_heading)(text, &line).then(|| line.span());
                }
                Region::FenceEdge if !in_fence => fence = self.fenced(text, &line),
                Region::FenceEdge => {
                    fences.extend(fence.take().map(|place: Place| place.until(line.start, line.end())))
                }
                Region::Thought if hidden.is_none() => hidden = self.marker_at(text, &line),
                _ => {}
            }
        }
        fences.extend(fence.map(|place| place.until(text.len(), text.len())));
        match (heading, fences.as_slice()) {
            (Some(marker), _) => at(0, marker),
            (None, [fence]) => Located::At(*fence),
            (None, [first, second, ..]) => Located::Several(first.marker, second.marker),
            (None, []) => hidden.map_or(Located::Absent, Located::Hidden),
        }
    }

    /// The document that the fence behind this line begins with.
    fn fenced(&self, text: &str, edge: &Line<'_>) -> Option<Place> {
        let first = Lines::new(text, Span::new(edge.end(), text.len())).find(|line| !line.is_blank())?;
        let marker = self.marker_at(text, &first)?;
        Some(Place { region: Span::at(first.start), marker, fence: Some(Span::at(edge.start)) })
    }

    fn marker_at(&self, text: &str, line: &Line<'_>) -> Option<Span> {
        self.frontmatter_at(text, line).or_else(|| (self.is_heading)(text, line).then(|| line.span()))
    }

    fn frontmatter_at(&self, text: &str, line: &Line<'_>) -> Option<Span> {
        // Most lines are told apart by their first byte.
        let rest = line.text.starts_with('-').then(|| Span::new(line.start, text.len()));
        frontmatter::read(text, rest?)?.get(text, self.key).map(|_| line.span())
    }
}
