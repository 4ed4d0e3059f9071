//! What a client gives to the hook.

use std::fmt::{self, Write as _};

use serde::Deserialize;
use serde_json::Value;

/// Why the hook could not do its work; the agent may stop then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    /// A fault, in words without a full stop.
    pub fn new(why: impl fmt::Display) -> Self {
        Self(why.to_string())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// The JSON that a client gives to a hook, as far as it matters here; both clients use the same names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct HookInput {
    /// The event: `SubagentStop`, or `Stop` for the agent that a person talks to.
    pub hook_event_name: Option<String>,
    /// The session.
    pub session_id: Option<String>,
    /// The agent, one of several of its type.
    pub agent_id: Option<String>,
    /// The name of the agent, by which its protocol is chosen.
    pub agent_type: Option<String>,
    /// What the agent said last; older clients leave it out.
    pub last_assistant_message: Option<String>,
    /// The file with all that the agent said.
    pub agent_transcript_path: Option<String>,
    /// The file with all that was said in the session; of a subagent, in its parent's.
    pub transcript_path: Option<String>,
    /// Whether the agent goes on already because a hook had asked it to.
    pub stop_hook_active: Option<bool>,
}

/// The events whose answer can ask an agent to go on with its work.
const EVENTS: [&str; 2] = ["SubagentStop", "Stop"];

impl HookInput {
    /// Reads the JSON of a client.
    ///
    /// ```
    /// use agent_envelope::hook::HookInput;
    /// let input = HookInput::read(br#"{"hook_event_name": "SubagentStop", "stop_hook_active": true}"#);
    /// assert!(input.is_ok_and(|input| input.stop_hook_active == Some(true)));
    /// assert!(HookInput::read(b"not JSON").is_err());
    /// ```
    pub fn read(json: &[u8]) -> Result<Self, Fault> {
        let value = read_json(json).map_err(|error| Fault::new(format!("the hook's input is no JSON: {error}")))?;
        if !value.is_object() {
            return Err(Fault::new("the hook's input is no JSON object"));
        }
        let input: Self =
            serde_json::from_value(value).map_err(|error| Fault::new(format!("the hook's input: {error}")))?;
        match input.hook_event_name.as_deref() {
            Some(event) if !EVENTS.contains(&event) => {
                Err(Fault::new(format!("this hook is for {}, not for `{event}`", EVENTS.join(" and "))))
            }
            _ => Ok(input),
        }
    }

    /// The transcript in which the agent's last message stands: its own, or else the session's.
    pub fn transcript(&self) -> Option<&str> {
        let paths = [&self.agent_transcript_path, &self.transcript_path];
        paths.into_iter().flatten().map(String::as_str).find(|path| !path.is_empty())
    }

    /// The transcripts in which it may stand, the likeliest first, and whether it is the session's in place of the
    /// agent's own.
    pub(super) fn transcripts(&self) -> impl Iterator<Item = (&str, bool)> {
        let given = |path: &'_ Option<String>| path.as_deref().is_some_and(|path| !path.is_empty());
        let own = given(&self.agent_transcript_path);
        let paths = [(&self.agent_transcript_path, false), (&self.transcript_path, own)];
        paths
            .into_iter()
            .filter(move |(path, _)| given(path))
            .filter_map(|(path, instead)| Some((path.as_deref()?, instead)))
    }

    /// The name under which tries are counted: session and agent, in characters that any file name may have, and no longer
    /// than a file name may be. `None` without a session. An agent without an id is known by its transcript or its type.
    pub fn key(&self) -> Option<String> {
        let session = self.session_id.as_deref().filter(|session| !session.is_empty())?;
        let agent = [&self.agent_id, &self.agent_transcript_path, &self.agent_type];
        let agent = agent.into_iter().flatten().find(|name| !name.is_empty()).map_or("", String::as_str);
        Some(format!("{}.{}", bounded(encoded(session)), bounded(encoded(agent))))
    }

    /// Whether a line of the transcript may be this agent's. Where the line and the input both name an agent, that
    /// tells. Else a subagent has said nothing on the main chain (`isSidechain` is false: its parent speaks), and a
    /// session's own agent nothing beside it. A line that says neither is taken for the agent's: the transcript is.
    ///
    /// `named_only` is for a transcript that is another's: only what names the agent counts.
    pub(super) fn may_have_said(&self, line: &Value, named_only: bool) -> bool {
        let named = line.get("agentId").and_then(Value::as_str);
        if let (Some(own), Some(named)) = (self.agent_id.as_deref(), named) {
            return own == named;
        }
        let event = self.hook_event_name.as_deref();
        let subagent = self.agent_id.is_some() || event == Some("SubagentStop");
        let root = !subagent && event == Some("Stop");
        match line.get("isSidechain").and_then(Value::as_bool) {
            _ if named_only && subagent => false,
            Some(aside) => !(root && aside || subagent && !aside),
            None => true,
        }
    }
}

/// Reads JSON; what is no Unicode in it becomes U+FFFD. A model can write half of a surrogate pair, clients pass it on
/// as `\ud83d`, and a message with one is to be judged, not waved through.
pub(super) fn read_json(bytes: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(bytes).or_else(|error| {
        let whole = without_lone_surrogates(&String::from_utf8_lossy(bytes));
        serde_json::from_str(&whole).map_err(|_| error)
    })
}

fn without_lone_surrogates(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                out.push('\u{fffd}');
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            _ => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (kept, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        out.push_str(kept);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The UTF-16 unit that an escape at the start of the text stands for.
fn unit(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

fn encoded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02x}");
        }
    }
    out
}

/// How long a part of a key may be. Two of them, and the words for client and protocol, fit the 255 bytes of a file name.
const MOST_NAMED: usize = 80;

/// The name, or of a longer one its beginning and a hash of all of it, behind a sign that no encoded name has.
fn bounded(name: String) -> String {
    if name.len() <= MOST_NAMED {
        return name;
    }
    let hash = format!("+{:016x}", fnv_1a(name.as_bytes()));
    format!("{}{hash}", name.get(..MOST_NAMED - hash.len()).unwrap_or_default())
}

/// The hash FNV-1a: the same in every process and every version, since each call of the hook must find the file again.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_surrogate_pair_is_read() {
        let text = |json: &str| read_json(json.as_bytes()).unwrap().as_str().unwrap().to_owned();
        assert_eq!(text(r#""a\ud83d b""#), "a\u{fffd} b");
        assert_eq!(text(r#""\udc00\ud83d\ude00\\ud83d\"é\\""#), "\u{fffd}😀\\ud83d\"é\\");
        assert!(read_json(br#""\ud83d"#).is_err());
        assert!(read_json(b"\"\\").is_err());
    }

    #[test]
    fn keys_are_file_names_and_do_not_meet() {
        let input = |session: &str, agent: &str| HookInput {
            session_id: Some(session.to_owned()),
            agent_id: Some(agent.to_owned()),
            ..HookInput::default()
        };
        assert_eq!(input("a-1", "b_2").key().unwrap(), "a-1.b_2");
        assert_eq!(input("../x", "a/b").key().unwrap(), "%2e%2e%2fx.a%2fb");
        assert_ne!(input("a.b", "c").key(), input("a", "b.c").key());
        assert_eq!(HookInput::default().key(), None);
    }

    #[test]
    fn keys_of_long_names_are_file_names_and_do_not_meet() {
        let input = |session: String, path: String| HookInput {
            session_id: Some(session),
            agent_transcript_path: Some(path),
            ..HookInput::default()
        };
        let path = |name: &str| format!("/{}{name}.jsonl", "folder/".repeat(40));
        let key = |name: &str| input("s".to_owned(), path(name)).key().unwrap();
        assert_ne!(key("a"), key("b"));
        assert_eq!(key("a"), key("a"));
        for long in [80, 81, 217, 1_000_000] {
            let key = input("é".repeat(long), "/".repeat(long)).key().unwrap();
            assert!(key.len() <= 200, "{key}");
            assert!(key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.%+".contains(&byte)), "{key}");
        }
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8, "as its authors publish it");
    }

    #[test]
    fn an_agent_without_an_id_is_known_by_what_there_is() {
        let mut input = HookInput { session_id: Some("s".into()), ..HookInput::default() };
        assert_eq!(input.key().unwrap(), "s.");
        input.agent_type = Some("reviewer".into());
        assert_eq!(input.key().unwrap(), "s.reviewer");
        input.agent_transcript_path = Some("t".into());
        assert_eq!(input.key().unwrap(), "s.t");
    }
}
