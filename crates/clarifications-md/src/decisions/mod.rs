//! `decisions.md`.

mod decode;
mod frontmatter;
mod model;
mod prompt;
mod render;
mod report;
mod rules;
mod status;
mod syntax;

use std::collections::HashMap;

use envelope_core::rules::{FENCED, TEXT_AROUND};
use envelope_core::{Decoded, Info, Located, Message, Parsed, Protocol, Sink, Span, Status as _};

use crate::Context;
use crate::locate::{Marks, Place};
pub use model::{Answer, Decision, Decisions, DecisionsFrontmatter};
pub use prompt::prompt;
pub use rules::RULES;
pub use status::{DecisionStatus, DocumentStatus};
use syntax::heading;

/// Parses a decisions document, from `&str` or `&[u8]`. Never fails: what is wrong is in the result.
pub fn parse<'a>(message: impl Into<Message<'a>>) -> Parsed<Decisions> {
    parse_with(message, &Context::default())
}

/// The same with the clarifications that the decisions come from.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, context: &Context) -> Parsed<Decisions> {
    envelope_core::parse(&message.into(), context)
}

/// Checks decisions that a program built.
pub fn check(decisions: &Decisions, context: &Context) -> Parsed<Decisions> {
    envelope_core::check(decisions, context)
}

impl Protocol for Decisions {
    const INFO: &'static Info = &rules::INFO;
    type Status = DecisionStatus;
    type Options = Context;
    type Place = Place;

    fn locate(message: &Message<'_>) -> Located<Place> {
        Marks { key: "decision_count", is_heading: |_, line| heading(line).is_some() }.locate(message.text())
    }

    /// `decision_count` in the frontmatter, or a heading `### D1:` (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span> {
        let Located::At(place) = Self::locate(message) else { return None };
        let text = place.marker.of(message.text());
        ["---", "### "].iter().any(|begin| text.starts_with(begin)).then_some(place.marker)
    }

    fn decode(message: &Message<'_>, place: Place, context: &Context, sink: &mut Sink) -> Decoded<Self> {
        let text = message.text();
        let outer = place.fence.unwrap_or(place.region);
        let before = Span::new(0, outer.start()).trim(text);
        if let Some(around) =
            [before, Span::new(outer.end(), text.len()).trim(text)].into_iter().find(|span| !span.is_empty())
        {
            sink.report(&TEXT_AROUND, around);
        }
        if let Some(fence) = place.fence {
            sink.report(&FENCED, fence);
        }
        let frontmatter = envelope_core::text::frontmatter::read(text, place.region);
        let start = frontmatter.as_ref().map_or(place.region.start(), |frontmatter| frontmatter.span.end());
        let body = Span::new(start, place.region.end());
        let front = frontmatter::decode(text, frontmatter.as_ref(), place.marker, sink);
        let stated = front.status.map(|(status, _)| status);
        let syntax = syntax::scan(text, body);
        let is_open = frontmatter.is_some_and(|frontmatter| !frontmatter.is_closed) || place.open_fence;
        if let Some(what) = syntax.open_end.or(is_open.then_some("the frontmatter or fence is not closed")) {
            sink.truncated(text.len(), || what.to_owned());
        }
        let clarifications = context.clarifications.as_deref();
        let items = clarifications.map(|clarifications| clarifications.items().map(|item| item.id).collect());
        let mut decoder = decode::Decoder { sink, items, ids: HashMap::new(), worst: None };
        let value = decoder.value(front, syntax);
        let status = status_of(decoder.worst, stated);
        Decoded { value, status, worst: status.map(DecisionStatus::outcome) }
    }

    /// The worst status of an entry; a document without entries has decided nothing (R-Q14).
    fn status(&self) -> DecisionStatus {
        let worst = self.decisions.iter().map(|decision| decision.status).max_by_key(|status| status.outcome());
        status_of(worst, self.frontmatter.status).unwrap_or(DecisionStatus::CriticalGap)
    }

    fn render(&self) -> String {
        render::render(self)
    }
}

/// A document that calls itself a draft is one, whatever its entries say (R-Q14).
fn status_of(worst: Option<DecisionStatus>, document: Option<DocumentStatus>) -> Option<DecisionStatus> {
    worst.map(|worst| match document {
        Some(DocumentStatus::Draft) if worst.is_final() => DecisionStatus::Draft,
        _ => worst,
    })
}
