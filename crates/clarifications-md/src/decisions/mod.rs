//! `decisions.md`.

mod decode;
mod fmt;
mod model;
mod prompt;
mod render;
mod report;
mod rules;
mod status;
mod syntax;

use std::collections::HashMap;

pub use envelope_core::check;
use envelope_core::text::frontmatter::{self, Frontmatter};
use envelope_core::{Decoded, Info, Located, Message, Parsed, Protocol, Sink, Span, Status as _};

use crate::Context;
use crate::locate::{Marks, Place, detect};
pub use fmt::fmt;
pub use model::{Answer, Decision, Decisions, DecisionsFrontmatter};
pub use prompt::prompt;
pub use rules::RULES;
pub use status::{DecisionStatus, DocumentStatus};
use syntax::heading;

/// Parses a decisions document, from `&str` or `&[u8]`, with what the caller knows beside it. Never fails: what is wrong is
/// in the result.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, context: &Context) -> Parsed<Decisions> {
    envelope_core::parse(&message.into(), context)
}

impl Protocol for Decisions {
    const INFO: &'static Info = &rules::INFO;
    type Status = DecisionStatus;
    type Options = Context;
    type Place = Place;

    fn locate(message: &Message<'_>) -> Located<Place> {
        Marks { key: "decision_count", is_heading: |text, line| heading(text, line).is_some() }.locate(message.text())
    }

    /// `decision_count` in the frontmatter, or a heading `### D1:` (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span> {
        detect(message.text(), &Self::locate(message))
    }

    fn decode(message: &Message<'_>, place: Place, context: &Context, sink: &mut Sink) -> Decoded<Self> {
        let text = message.text();
        let around = place.around(text, sink);
        let (frontmatter, blocks, open_end) = read(text, place);
        if let Some(what) = open_end.filter(|_| !sink.is_truncated()) {
            sink.truncated(text.len(), || what.to_owned());
        }
        let clarifications = context.clarifications.as_deref();
        let items = clarifications.map(|clarifications| clarifications.items().map(|item| item.id).collect());
        let mut decoder = decode::Decoder { text, sink, items, ids: HashMap::new(), stated: None };
        decoder.value(frontmatter.as_ref(), place.marker, around, &blocks)
    }

    fn status(&self) -> DecisionStatus {
        status_of(&self.decisions, self.frontmatter.status).unwrap_or(DecisionStatus::CriticalGap)
    }

    fn render(&self) -> String {
        render::render(self)
    }
}

/// The parts of a document, and what its end leaves open (R-A10).
fn read(text: &str, place: Place) -> (Option<Frontmatter>, Vec<syntax::Block>, Option<&'static str>) {
    let frontmatter = frontmatter::read(text, place.region);
    let start = frontmatter.as_ref().map_or(place.region.start(), |frontmatter| frontmatter.span.end());
    let (blocks, open_end) = syntax::scan(text, Span::new(start, place.region.end()));
    let is_open = frontmatter.as_ref().is_some_and(|frontmatter| !frontmatter.is_closed);
    (frontmatter, blocks, open_end.or(is_open.then_some("the frontmatter is not closed")))
}

/// The worst status of an entry; a document that calls itself a draft is one, and one without entries has decided nothing
/// (R-Q14).
fn status_of<'d>(
    decisions: impl IntoIterator<Item = &'d Decision>,
    document: Option<DocumentStatus>,
) -> Option<DecisionStatus> {
    let worst = decisions.into_iter().map(|decision| decision.status).max_by_key(|status| status.outcome())?;
    Some(if worst.is_final() && document == Some(DocumentStatus::Draft) { DecisionStatus::Draft } else { worst })
}
