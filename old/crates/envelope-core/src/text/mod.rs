//! Reading text that was written by hand or by a model: lines, fences, decoration, placeholders, words, front matter.
//!
//! Nothing here fails and next to nothing copies: functions take a text and give back slices or [spans](crate::Span) of
//! it, in time linear in its length (R-A9). What was read through is told in [`Decorations`]; to report it is the
//! caller's business.
//!
//! | to … | there is |
//! |---|---|
//! | walk over lines with any line end | [`Lines`], [`is_blank`], [`trim_blank`] |
//! | tell code blocks from text | [`Fences`], [`fences`], [`whole_message_fence`] |
//! | tell thoughts and comments from what is said | [`hidden_parts`], [`left_open`], [`thinking_tag`] |
//! | free a marker, a key or a word of Markdown | [`marker_line`], [`split_key`], [`bare`] |
//! | see an instruction copied back | [`placeholder()`], [`alternatives`], [`placeholder_among`] |
//! | read one word of a closed list | [`read_word`], [`read_status`] |
//! | read a block of `key: value` lines | [`frontmatter()`], [`scalar`], [`flow_list`] |
//! | see a success taken back beside an envelope | [`denial()`], [`denies`], [`states_failure`], [`is_failing_result`], [`is_failing_verdict`] |
//! | know a word or a sign for what went wrong | [`is_failure_word`], [`has_failing_sign`], [`BAD_SIGNS`], [`GOOD_SIGNS`] |
//! | quote an agent's word of any length | [`shortened`], [`is_invisible`] |

mod decoration;
pub(crate) mod denial;
mod emphasis;
pub(crate) mod failure;
mod fence;
mod frontmatter;
mod hidden;
mod invisible;
mod key;
mod lines;
mod marks;
mod placeholder;
mod shorten;
mod signs;
mod whole;
mod words;
mod yaml;

pub use decoration::{Decoration, Decorations};
pub use denial::{Denial, denial, denial_by, denies, flag, may_deny, names_all_of_it, names_no_part};
pub use failure::{has_failing_sign, is_failing_result, is_failing_verdict, is_failure_word, states_failure};
pub use fence::{Fence, Fences, LineRole, fences};
pub use frontmatter::{Entry, FlowFault, Frontmatter, frontmatter};
pub use hidden::{
    HiddenPart, Hiding, LooseTag, ThinkingTag, hidden_parts, hidden_parts_except, left_open, thinking_tag,
};
pub use invisible::is_invisible;
pub use key::{KeyValue, split_key};
pub use lines::{Line, LineEnd, Lines, is_blank, trim_blank};
pub use marks::{Bare, Marked, bare, marker_line};
pub use placeholder::{Placeholder, alternatives, placeholder, placeholder_among, stands_for_more};
pub(crate) use placeholder::{is_choice, is_type_name};
pub use shorten::shortened;
pub use signs::{BAD_SIGNS, GOOD_SIGNS, WARNING_SIGN};
pub use whole::whole_message_fence;
pub use words::{Word, read_status, read_word};
pub use yaml::{flow_list, scalar};
