//! Where the document is in a message (R-A12).

use envelope_core::text::{Line, Lines, Region, Regions, frontmatter};
use envelope_core::{Located, Span};

use crate::read::line;

/// A document in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The text to read: from the frontmatter, or all of the message or fence if there is none.
    pub region: Span,
    /// The first line of the frontmatter, or the first heading of an entry.
    pub marker: Span,
    /// The fence that the document is in.
    pub fence: Option<Span>,
    /// Whether the message ends inside that fence.
    pub open_fence: bool,
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
        heading.and_then(|heading| line::id(text, heading.title)).is_some_and(|id| id.item.is_question())
    };
    Marks { key: "question_count", is_heading }.locate(text)
}

impl Marks {
    /// Finds the frontmatter or, without one, the first heading of an entry: outside fences, else as the beginning of the
    /// one fence that begins so.
    pub(crate) fn locate(&self, text: &str) -> Located<Place> {
        let at = |start, marker| Place { region: Span::new(start, text.len()), marker, fence: None, open_fence: false };
        let (mut heading, mut hidden, mut fences, mut fence) = (None, None, Vec::new(), None);
        let mut regions = Regions::default();
        for line in Lines::new(text, Span::new(0, text.len())) {
            let in_fence = regions.in_fence();
            match regions.next(&line) {
                Region::Open if heading.is_none() => {
                    if let Some(marker) = self.frontmatter_at(text, &line) {
                        return Located::At(at(line.start, marker));
                    }
                    heading = self.heading_at(text, &line);
                }
                Region::FenceEdge if !in_fence => fence = self.fenced(text, &line),
                Region::FenceEdge => fences.extend(fence.take().map(|place| closed(place, line.start, line.end()))),
                Region::Thought if hidden.is_none() => hidden = self.marker_at(text, &line),
                _ => {}
            }
        }
        fences.extend(fence.map(|place| Place { open_fence: true, ..closed(place, text.len(), text.len()) }));
        match (heading, fences.as_slice()) {
            (Some(marker), _) => Located::At(at(0, marker)),
            (None, [fence]) => Located::At(*fence),
            (None, [first, second, ..]) => Located::Several(first.marker, second.marker),
            (None, []) => hidden.map_or(Located::Absent, Located::Hidden),
        }
    }

    /// The document that the fence behind this line begins with.
    fn fenced(&self, text: &str, edge: &Line<'_>) -> Option<Place> {
        let first = Lines::new(text, Span::new(edge.end(), text.len())).find(|line| !line.is_blank())?;
        let (region, fence) = (Span::at(first.start), Some(Span::at(edge.start)));
        self.marker_at(text, &first).map(|marker| Place { region, marker, fence, open_fence: false })
    }

    fn marker_at(&self, text: &str, line: &Line<'_>) -> Option<Span> {
        self.frontmatter_at(text, line).or_else(|| self.heading_at(text, line))
    }

    fn frontmatter_at(&self, text: &str, line: &Line<'_>) -> Option<Span> {
        // Most lines are told apart by their first byte.
        let rest = line.text.starts_with('-').then(|| Span::new(line.start, text.len()));
        frontmatter::read(text, rest?)?.get(text, self.key).map(|_| line.span())
    }

    fn heading_at(&self, text: &str, line: &Line<'_>) -> Option<Span> {
        (self.is_heading)(text, line).then(|| line.span())
    }
}

fn closed(place: Place, content: usize, end: usize) -> Place {
    let fence = place.fence.map(|fence| Span::new(fence.start(), end));
    Place { region: Span::new(place.region.start(), content), fence, ..place }
}
