//! A hook at the end of an agent's work: may it stop, or is its report to be sent again? (design, "The command line")
//!
//! Claude Code and Codex run a command before a subagent stops and give it JSON: the last message or the transcript that
//! holds it, who the agent is, and whether it goes on already because a hook had asked for it. Here is what such a
//! command decides; it touches no file. [`HookInput::read`] takes the JSON, [`Judge::judge`] the message, [`decide()`]
//! counts how often the agent was asked. Whoever calls them brings the lines of the transcript and keeps the [`State`].
//!
//! An agent must never be trapped: what the hook cannot do is a [`Fault`], and then the agent may stop.

mod client;
mod decide;
mod input;
mod judge;
mod transcript;

pub use client::{Client, UnknownClient};
pub use decide::{Decision, Memory, Retries, State, decide};
pub use input::{Fault, HookInput};
pub use judge::{Judge, Verdict};
