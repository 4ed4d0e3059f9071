//! How often an agent is asked again.

use serde::{Deserialize, Serialize};

/// What the client is told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// The agent may stop.
    Allow {
        /// Why, where its report was not accepted.
        why: Option<String>,
    },
    /// The agent goes on.
    Block {
        /// What it is told.
        reason: String,
    },
}

/// How often an agent was asked in a row; kept from one stop to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct State {
    /// How often it was blocked.
    pub blocks: u8,
}

/// What is known of earlier stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "it is known or it is not")]
pub enum Memory {
    /// The state, or the first one.
    Known(State),
    /// It cannot be read or written.
    Lost,
}

/// How often an agent is asked before it may stop all the same: 1 to 7, by default 3.
///
/// Clients end a row of eight blocks on their own, and it is better to say why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retries(u8);

impl Retries {
    /// The most: one below the clients' own limit.
    pub const MOST: u8 = 7;

    /// So many; `None` outside of 1 to [`Self::MOST`].
    pub fn new(retries: u8) -> Option<Self> {
        (1..=Self::MOST).contains(&retries).then_some(Self(retries))
    }
}

impl Default for Retries {
    fn default() -> Self {
        Self(3)
    }
}

/// Decides on an agent whose message was not accepted, and gives the state to keep.
///
/// The first stop of a row (`active` is false) is always blocked. A later one is blocked until the tries are spent;
/// where they cannot be counted it is allowed, because nothing else would end the row. Spent tries stay spent for the
/// rest of the row: another hook may keep the agent going, and asking it anew would trap it. A client that does not say
/// whether a stop is the first (`active` is `None`) is taken at the count's word.
pub fn decide(reason: String, active: Option<bool>, memory: Memory, retries: Retries) -> (Decision, State) {
    let blocks = match (active, memory) {
        (Some(false), _) => 0,
        (_, Memory::Known(state)) => state.blocks,
        (_, Memory::Lost) => {
            let why = "its tries cannot be counted, and it was asked before".to_owned();
            return (Decision::Allow { why: Some(why) }, State::default());
        }
    };
    if blocks >= retries.0 {
        let times = if blocks == 1 { "once".to_owned() } else { format!("{blocks} times") };
        (Decision::Allow { why: Some(format!("it was asked {times}")) }, State { blocks })
    } else {
        (Decision::Block { reason }, State { blocks: blocks + 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each stop of a row was blocked, the state kept in between.
    fn row(stops: &[Option<bool>], retries: Retries) -> Vec<bool> {
        let mut state = State::default();
        let mut blocked = Vec::new();
        for active in stops {
            let (decision, next) = decide("again".into(), *active, Memory::Known(state), retries);
            blocked.push(decision == Decision::Block { reason: "again".into() });
            state = next;
        }
        blocked
    }

    #[test]
    fn three_blocks_and_the_fourth_stop_is_allowed() {
        let (first, later) = (Some(false), Some(true));
        let expected = [true, true, true, false];
        assert_eq!(row(&[first, later, later, later], Retries::default()), expected);
        assert_eq!(row(&[later; 4], Retries::default()), expected);
        assert_eq!(row(&[None; 4], Retries::default()), expected);
        assert_eq!(
            row(&[first, later, first, later, later, later], Retries::default()),
            [true, true, true, true, true, false]
        );
        assert_eq!(row(&[first, later, first], Retries::new(1).unwrap()), [true, false, true]);
    }

    #[test]
    fn spent_tries_stay_spent_until_the_next_row() {
        let (first, later) = (Some(false), Some(true));
        let spent = row(&[first, later, later, later, later, later, later, later, first], Retries::default());
        assert_eq!(spent, [true, true, true, false, false, false, false, false, true]);
        assert_eq!(row(&[None; 8], Retries::default())[3..], [false; 5]);
    }

    #[test]
    fn without_a_memory_only_the_first_stop_is_blocked() {
        let blocks = |active| {
            matches!(decide("again".into(), active, Memory::Lost, Retries::default()).0, Decision::Block { .. })
        };
        assert!(blocks(Some(false)));
        assert!(!blocks(Some(true)));
        assert!(!blocks(None));
    }

    #[test]
    fn tries_stay_below_the_limit_of_the_clients() {
        assert_eq!((Retries::new(0), Retries::new(8)), (None, None));
        assert_eq!(Retries::new(3), Some(Retries::default()));
        let row = row(&[Some(true); 8], Retries::new(Retries::MOST).unwrap());
        assert_eq!(row.iter().filter(|blocked| **blocked).count(), 7);
    }
}
