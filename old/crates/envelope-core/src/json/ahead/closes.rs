//! Whether a quote closes its string, by what would follow if it did.

use super::{Ahead, FAR};
use crate::json::steps;

/// What role a string plays, which decides what may follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::json) enum Role {
    /// A key.
    Key,
    /// The value of a member.
    Member,
    /// An item of an array; `in_object` when some container around the array is an object.
    Item { in_object: bool },
}

impl Ahead<'_> {
    /// Whether a closing quote that ends at `after` really closes a string of this role. `open` is how many containers
    /// are open.
    pub(in crate::json) fn closes(&self, after: usize, role: Role, open: usize) -> bool {
        // As nearly every string ends: a key before its colon, a value before a comma at the line's end.
        match (self.byte(after), role) {
            (Some(b':'), Role::Key) => return true,
            (Some(b','), Role::Member | Role::Item { .. }) if self.byte(after + 1) == Some(b'\n') => return true,
            _ => {}
        }
        let mut next = self.skip_all_blanks(after);
        while (next > after || self.byte(next) == Some(b'/')) && self.comment_start(next) {
            let Some(end) = self.near_comment_end(next) else { return true };
            next = self.skip_all_blanks(end);
        }
        let Some(byte) = self.byte(next) else { return true };
        if self.is_wide_comma(next) {
            return true;
        }
        match (byte, role) {
            (b':' | b'=' | b'0'..=b'9' | b'-' | b'{' | b'[' | b',' | b'}', Role::Key)
            | (b':', Role::Item { in_object: true })
            | (b'{' | b'[', Role::Item { .. }) => true,
            (b',', Role::Member) => self.member_follows(next + 1),
            (b',', Role::Item { .. }) => self.item_follows(next + 1),
            (b'}' | b']', Role::Member | Role::Item { .. }) => {
                self.crosses_line(after, next) || self.closers_fit(next, open)
            }
            (b'+', Role::Member | Role::Item { .. }) => self.quote(self.skip_blanks(next + 1)).is_some(),
            (b')' | b';', Role::Member | Role::Item { .. }) => {
                let rest = self.bytes.get(next..).unwrap_or_default();
                let run = rest.iter().take(FAR).take_while(|byte| b");".contains(byte)).count();
                matches!(self.byte(self.skip_blanks(next + run)), None | Some(b',' | b'}' | b']'))
                    && self.closes_after_run(next + run, role, open)
            }
            _ if self.is_fence_line(next) || self.ellipsis(next) > 0 => true,
            (_, Role::Key) => self.colon_like(next) > 0 || self.quote(next).is_some() || self.literal_at(next),
            (_, Role::Member) if self.quote(next).is_some() => self.key_at(next) == Some(true),
            (_, Role::Item { .. }) if self.quote(next).is_some() => self.item_at(next),
            (_, Role::Member) => self.crosses_line(after, next) && self.bare_key_end(next).is_some(),
            _ => false,
        }
    }

    fn closes_after_run(&self, after: usize, role: Role, open: usize) -> bool {
        let next = self.skip_blanks(after);
        match (self.byte(next), role) {
            (Some(b','), Role::Member) => self.member_follows(next + 1),
            (Some(b','), _) => self.item_follows(next + 1),
            (Some(_), _) => self.closers_fit(next, open),
            (None, _) => true,
        }
    }

    /// Whether a quote that was taken for text could mean something else: then the reading is not sure.
    pub(in crate::json) fn is_doubtful(&self, after: usize) -> bool {
        let next = self.skip_all_blanks(after);
        match self.byte(next) {
            Some(b':' | b'|' | b'+' | b'=') => true,
            // A value that has lost its key: `"done",: "the tests fail"`.
            Some(b',') => matches!(self.byte(self.skip_all_blanks(next + 1)), Some(b':' | b'=')),
            _ => false,
        }
    }

    /// Whether a member can follow the comma before `at`.
    ///
    /// A comma at a line's end is structure whatever follows: sentences rarely break there, and members do.
    fn member_follows(&self, at: usize) -> bool {
        let next = self.past_trivia(at);
        if self.crosses_line(at, next) {
            return true;
        }
        match self.byte(next) {
            None | Some(b'}' | b']' | b',' | b'{') => true,
            Some(_) if self.quote(next).is_some() => self.key_at(next).unwrap_or(true),
            Some(_) => self.bare_key_end(next).is_some() || self.ellipsis(next) > 0,
        }
    }

    /// Whether an item can follow the comma before `at`.
    fn item_follows(&self, at: usize) -> bool {
        let next = self.past_trivia(at);
        let Some(byte) = self.byte(next).filter(|_| !self.crosses_line(at, next)) else { return true };
        if !byte.is_ascii_alphabetic() || self.literal_at(next) {
            return self.starts_value(next) || matches!(byte, b']' | b'}' | b',') || self.ellipsis(next) > 0;
        }
        // A bare word is an item if structure ends it, and text of this string if a quote does.
        let near = self.bytes.get(next..self.len().min(next + FAR)).unwrap_or_default();
        let end = near.iter().position(|byte| b",]}\n\"'".contains(byte));
        steps::count(end.unwrap_or(near.len()));
        end.and_then(|end| near.get(end)).is_none_or(|byte| !b"\"'".contains(byte))
    }

    /// Whether the string that begins here is a key; `None` where its end is too far to see.
    fn key_at(&self, at: usize) -> Option<bool> {
        let end = self.near_string_end(at)?;
        let next = self.past_trivia(end);
        // A value with no colon before it, or the end of a member: a key, though there is something wrong with it.
        let value = self.quote(next).is_some()
            || matches!(self.byte(next), None | Some(b'{' | b'[' | b'0'..=b'9' | b',' | b'}'));
        // `"key: "value"` and `"key: {`: the key lost its closing quote, and what looks like its end opens a string.
        let inside = self.text.get(at..end).unwrap_or_default().trim_end_matches(['"', '\'']).trim_end();
        let lost = inside.ends_with(':') || inside.split_once('\n').is_some_and(|(line, _)| line.contains(':'));
        Some(self.colon_like(next) > 0 || value || lost)
    }

    /// Whether the string that begins here is a whole item.
    fn item_at(&self, at: usize) -> bool {
        self.near_string_end(at).is_none_or(|end| {
            let next = self.skip_blanks(end);
            self.quote(next).is_some() || matches!(self.byte(next), None | Some(b',' | b']' | b'}' | b'{' | b'['))
        })
    }

    /// Whether the closers from `at` on fit: what follows them is structure again, or they close everything.
    fn closers_fit(&self, at: usize, open: usize) -> bool {
        let (mut next, mut closed) = (at, 0);
        while matches!(self.byte(next), Some(b'}' | b']')) && closed < open {
            closed += 1;
            next = self.skip_blanks(next + 1);
        }
        let structure = match self.byte(next) {
            None | Some(b',' | b'}' | b']' | b'/' | b'#') => true,
            Some(byte) => {
                byte == b'{'
                    || self.is_fence_line(next)
                    || self.quote(next).is_some_and(|_| self.key_at(next) != Some(false) || self.item_at(next))
            }
        };
        // They close everything: then what follows is prose, unless a quote touches them and the string goes on.
        let touched = matches!(self.byte(next), Some(b'"' | b'\'')) && matches!(self.byte(next - 1), Some(b'}' | b']'));
        if closed >= open { !touched } else { structure || (self.crosses_line(at, next) && self.no_quote_near(next)) }
    }

    /// Whether no double quote follows that could close a string which goes on here.
    fn no_quote_near(&self, at: usize) -> bool {
        let near = self.bytes.get(at..self.len().min(at + FAR)).unwrap_or_default();
        steps::count(near.len());
        memchr::memchr(b'"', near).is_none()
    }

    fn crosses_line(&self, from: usize, to: usize) -> bool {
        self.bytes.get(from..to).is_some_and(|blanks| blanks.contains(&b'\n'))
    }
}
