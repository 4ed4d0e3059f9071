//! What an agent said, from the lines of its transcript.
//!
//! Claude Code writes `{"type":"assistant","message":{"role":"assistant","content":[…]}}`, a line for each block of a
//! message; Codex `{"type":"response_item","payload":{"role":"assistant","content":[…]}}`, earlier without the payload.
//! Neither promises to keep its form, so everything else is passed over: it is another line's business. But a line that
//! was cut off may be what was said last, and no earlier report can stand in for it.

use std::fmt;

use serde_json::Value;

use super::input::{HookInput, read_json};

/// The texts of an agent, the last one first.
pub(super) struct Texts<'i, I, E> {
    input: &'i HookInput,
    /// Whether only lines that name the agent count.
    named_only: bool,
    /// Lines of the transcript, the last one first.
    lines: I,
    /// What stands before the text that was given: the first line of another, or that nothing more can be read.
    held: Option<Result<Said, Unread<E>>>,
    /// Whether the last text is known, so that lines that cannot be read are older than it.
    last_known: bool,
}

/// Why the texts of a transcript are not known.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unread<E> {
    /// A line cannot be fetched.
    Line(E),
    /// A line behind the last text was cut off.
    Torn,
}

impl<E: fmt::Display> fmt::Display for Unread<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => error.fmt(f),
            Self::Torn => f.write_str("a line at its end is no JSON, so what the agent said last is not known"),
        }
    }
}

/// The text of one line.
struct Said {
    /// Lines with the same id are one message.
    id: Option<String>,
    text: String,
}

impl<'i, I, E> Texts<'i, I, E> {
    pub(super) fn new(input: &'i HookInput, named_only: bool, lines: I) -> Self {
        Self { input, named_only, lines, held: None, last_known: false }
    }

    /// The same, for one who knows the last text already.
    pub(super) fn earlier(self) -> Self {
        Self { last_known: true, ..self }
    }
}

impl<E, I: Iterator<Item = Result<Vec<u8>, E>>> Texts<'_, I, E> {
    /// The next line that has a text of the agent's.
    fn line(&mut self) -> Option<Result<Said, Unread<E>>> {
        for line in self.lines.by_ref() {
            let line = match line {
                Ok(line) => line,
                Err(error) => return Some(Err(Unread::Line(error))),
            };
            match said(&line, self.input, self.named_only) {
                Ok(Some(said)) => {
                    self.last_known = true;
                    return Some(Ok(said));
                }
                Err(Torn) if !self.last_known => return Some(Err(Unread::Torn)),
                Ok(None) | Err(Torn) => {}
            }
        }
        None
    }
}

impl<E, I: Iterator<Item = Result<Vec<u8>, E>>> Iterator for Texts<'_, I, E> {
    type Item = Result<String, Unread<E>>;

    fn next(&mut self) -> Option<Self::Item> {
        let last = match self.held.take().or_else(|| self.line())? {
            Ok(said) => said,
            Err(unread) => return Some(Err(unread)),
        };
        let mut parts = vec![last.text];
        // Without an id no other line is a part of it. What cannot be read stands before it, and does not undo it.
        while last.id.is_some() && self.held.is_none() {
            match self.line() {
                Some(Ok(said)) if said.id == last.id => parts.push(said.text),
                Some(other) => self.held = Some(other),
                None => break,
            }
        }
        parts.reverse();
        Some(Ok(parts.join("\n")))
    }
}

/// A line that is no JSON.
struct Torn;

/// The text of a line, if it is an assistant's and has any.
fn said(line: &[u8], input: &HookInput, named_only: bool) -> Result<Option<Said>, Torn> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    // Most of a transcript is what tools gave back; it is not worth reading as JSON, and one that was cut off shows.
    if std::str::from_utf8(line).is_ok_and(|line| !line.contains("assistant")) {
        return if line.starts_with(b"{") && line.ends_with(b"}") { Ok(None) } else { Err(Torn) };
    }
    read_json(line).map(|value| text_in(&value, input, named_only)).map_err(|_| Torn)
}

fn text_in(value: &Value, input: &HookInput, named_only: bool) -> Option<Said> {
    let places = [value.get("message"), value.get("payload"), Some(value)];
    let role = |message: &Value| message.get("role").and_then(Value::as_str) == Some("assistant");
    let message = places.into_iter().flatten().find(|message| role(message))?;
    let text = match message.get("content")? {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().filter_map(text_of).collect::<Vec<_>>().join("\n"),
        _ => return None,
    };
    let id = message.get("id").and_then(Value::as_str).map(str::to_owned);
    (!text.trim().is_empty() && input.may_have_said(value, named_only)).then_some(Said { id, text })
}

/// The text of a block; thoughts and calls of tools have none.
fn text_of(block: &Value) -> Option<&str> {
    let kind = block.get("type")?.as_str()?;
    block.get("text")?.as_str().filter(|_| matches!(kind, "text" | "output_text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: &HookInput, transcript: &str) -> Vec<String> {
        let lines = transcript.lines().rev().map(|line| Ok::<_, String>(line.as_bytes().to_vec()));
        Texts::new(input, false, lines).map(Result::unwrap).collect()
    }

    #[test]
    fn lines_of_both_clients() {
        let transcript = r#"{"type":"message","role":"assistant","content":[{"type":"output_text","text":"one"}]}
{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"two"}]}}
{"type":"event_msg","payload":{"type":"agent_message","message":"two"}}
{"type":"assistant","message":{"role":"assistant","content":"three"}}
{"type":"user","message":{"role":"user","content":"the assistant said three"}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"four"},{"type":"tool_use","input":{}}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","input":{"text":"no"}}]}}
{"type":"system","message":"the assistant is a string here"}

"#;
        assert_eq!(texts(&HookInput::default(), transcript), ["four", "three", "two", "one"]);
    }

    #[test]
    fn behind_a_line_that_was_cut_off_nothing_is_known() {
        let whole = r#"{"message":{"role":"assistant","content":"one"}}"#;
        let input = HookInput::default();
        for torn in [r#"{"message":{"role":"assistant","cont"#, r#"{"mess"#, "{\"type\":\"user\",\"a\":\"", "\0\0\0"] {
            for transcript in [format!("{whole}\n{torn}"), format!("{whole}\n{torn}\n{{\"type\":\"system\"}}\n")] {
                let lines = || transcript.lines().rev().map(|line| Ok::<_, String>(line.as_bytes().to_vec()));
                let mut texts = Texts::new(&input, false, lines());
                assert_eq!(texts.next(), Some(Err(Unread::Torn)), "{transcript}");
                let mut texts = Texts::new(&input, false, lines()).earlier();
                assert_eq!(texts.next(), Some(Ok("one".to_owned())), "an earlier one is looked for: {transcript}");
            }
            assert_eq!(texts(&input, &format!("{torn}\n{whole}")), ["one"], "older than the last");
        }
    }

    #[test]
    fn a_line_that_cannot_be_fetched_undoes_no_text_behind_it() {
        let input = HookInput::default();
        let said = |id: &str, text: &str| format!(r#"{{"message":{{{id}"role":"assistant","content":"{text}"}}}}"#);
        for id in ["", r#""id":"m1","#] {
            let lines = [Ok(said(id, "two")), Err("too long"), Ok(said(id, "one"))];
            let texts = Texts::new(&input, false, lines.into_iter().map(|line| line.map(String::into_bytes)));
            let expected = [Ok("two".to_owned()), Err(Unread::Line("too long")), Ok("one".to_owned())];
            assert_eq!(texts.collect::<Vec<_>>(), expected, "{id}");
        }
    }

    #[test]
    fn no_line_is_fetched_before_one_that_is_a_message_of_its_own() {
        let input = HookInput::default();
        let lines = [r#"{"message":{"role":"assistant","content":"all"}}"#, "not to be fetched"];
        let mut fetched = 0;
        let lines = lines.into_iter().inspect(|_| fetched += 1).map(|line| Ok::<_, String>(line.as_bytes().to_vec()));
        assert_eq!(Texts::new(&input, false, lines).next(), Some(Ok("all".to_owned())));
        assert_eq!(fetched, 1);
    }

    #[test]
    fn lines_of_one_message_are_joined() {
        let transcript = r#"{"message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"before"}]}}
{"message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"STATUS: success"}]}}
{"message":{"id":"m2","role":"assistant","content":[{"type":"tool_use"}]}}
{"message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"SUMMARY:"}]}}"#;
        assert_eq!(texts(&HookInput::default(), transcript), ["STATUS: success\nSUMMARY:", "before"]);
    }

    #[test]
    fn what_others_said_is_passed_over() {
        let transcript = r#"{"agentId":"a1","isSidechain":true,"message":{"role":"assistant","content":"one"}}
{"agentId":"a2","isSidechain":true,"message":{"role":"assistant","content":"two"}}
{"isSidechain":false,"message":{"role":"assistant","content":"root"}}
{"agentId":"a2","isSidechain":true,"message":{"role":"assistant","content":"late"}}"#;
        let of = |event: &str, agent: Option<&str>| HookInput {
            hook_event_name: Some(event.to_owned()),
            agent_id: agent.map(str::to_owned),
            ..HookInput::default()
        };
        assert_eq!(texts(&of("Stop", None), transcript), ["root"]);
        assert_eq!(texts(&of("SubagentStop", Some("a1")), transcript), ["one"]);
        assert_eq!(texts(&of("SubagentStop", Some("a2")), transcript), ["late", "two"]);
        assert_eq!(texts(&of("SubagentStop", Some("a3")), transcript), [""; 0]);
        assert_eq!(texts(&of("SubagentStop", None), transcript), ["late", "two", "one"]);
    }

    #[test]
    fn lines_that_name_nobody_are_the_agents_unless_the_transcript_is_anothers() {
        let transcript = r#"{"message":{"role":"assistant","content":"one"}}
{"agentId":"a1","message":{"role":"assistant","content":"two"}}"#;
        let input = HookInput { agent_id: Some("a1".to_owned()), ..HookInput::default() };
        assert_eq!(texts(&input, transcript), ["two", "one"]);
        let lines = transcript.lines().rev().map(|line| Ok::<_, String>(line.as_bytes().to_vec()));
        assert_eq!(Texts::new(&input, true, lines).map(Result::unwrap).collect::<Vec<_>>(), ["two"]);
    }
}
