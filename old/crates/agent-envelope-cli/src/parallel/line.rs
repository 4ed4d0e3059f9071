//! Where results stand in line until it is their turn.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::locks::{Bell, locked};
use super::{BUNDLE, WAITING};

pub(super) struct Line<O, E, F> {
    state: Mutex<State<O, E>>,
    /// Something was written, or the work has ended.
    moved: Bell,
    each: Mutex<F>,
}

struct State<O, E> {
    /// Results with the number of the first of them, in order.
    early: VecDeque<(usize, Vec<O>)>,
    /// What results were in, for the next ones.
    empty: Vec<Vec<O>>,
    due: usize,
    writing: bool,
    failed: Option<E>,
    ended: bool,
}

impl<O, E> State<O, E> {
    /// The results whose turn it is, if nobody writes already.
    fn next(&mut self) -> Option<Vec<O>> {
        let is_due = !self.writing && self.early.front().is_some_and(|(at, _)| *at == self.due);
        let (_, results) = if is_due { self.early.pop_front() } else { None }?;
        self.due += results.len();
        self.writing = true;
        Some(results)
    }
}

impl<O, E, F> Line<O, E, F> {
    pub(super) fn new(each: F) -> Self {
        let (early, empty) = (VecDeque::with_capacity(WAITING), Vec::with_capacity(WAITING));
        let state = State { early, empty, due: 0, writing: false, failed: None, ended: false };
        Self { state: Mutex::new(state), moved: Bell::default(), each: Mutex::new(each) }
    }

    /// Something to put results into, with room for a whole bundle: it goes from hand to hand, and is not enlarged there.
    pub(super) fn empty(&self) -> Vec<O> {
        let empty = locked(&self.state).empty.pop();
        empty.unwrap_or_else(|| Vec::with_capacity(BUNDLE))
    }

    /// Ends the work.
    pub(super) fn close(&self) {
        let mut state = locked(&self.state);
        state.ended = true;
        self.moved.ring(&state);
    }

    /// The first failure.
    pub(super) fn into_result(self) -> Result<(), E> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).failed.map_or(Ok(()), Err)
    }
}

impl<O, E, F: FnMut(O) -> Result<(), E>> Line<O, E, F> {
    /// Puts results in line and writes what is due; says whether there is reason to go on. Waits where too many results
    /// stand in line, for a slow reader of the output or for a slow item.
    pub(super) fn hand_over(&self, at: usize, results: Vec<O>) -> bool {
        let mut state = locked(&self.state);
        let place = state.early.partition_point(|(other, _)| *other < at);
        state.early.insert(place, (at, results));
        while !state.ended {
            if let Some(mut results) = state.next() {
                drop(state);
                let written = results.drain(..).try_for_each(&mut *locked(&self.each));
                state = locked(&self.state);
                state.empty.push(results);
                state.writing = false;
                state.ended |= written.is_err();
                state.failed = written.err();
                self.moved.ring(&state);
            } else if state.early.len() <= WAITING {
                return true;
            } else {
                state = self.moved.wait(state);
            }
        }
        false
    }
}
