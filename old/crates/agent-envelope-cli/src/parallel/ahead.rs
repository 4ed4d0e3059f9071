//! What is done before its turn is known: while the first items are put in order, a worker begins with any of them.

use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use foldhash::{HashMap, HashMapExt as _};

use super::locks::{Bell, locked};

/// How many results may wait for their turn to be known.
pub(super) const MOST: usize = 2048;
/// How many items are worked on at a time, where the last ones did not take long: others may wait for all of them.
const FEW: usize = 8;
const LONG: Duration = Duration::from_millis(1);

/// Results by their items.
pub(super) struct Ahead<I, O> {
    state: Mutex<State<I, O>>,
    /// What was in work is done.
    done: Bell,
    /// How many results wait or are in work.
    waiting: AtomicUsize,
    stop: Stop,
}

struct State<I, O> {
    /// Where the result of each item is; the thread that made it frees the item.
    made: HashMap<I, usize>,
    /// Side by side, so that few pages of memory are touched; none where it is taken.
    results: Vec<Option<O>>,
    in_work: Vec<I>,
    /// The worker has failed, and nothing will be done.
    failed: bool,
}

/// Whether the order is known, and nothing is to be begun out of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn is_over(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// What became of an item before its turn.
pub(super) enum Early<O> {
    Made(O),
    InWork,
}

impl<I: Hash + Eq + Clone, O> Ahead<I, O> {
    pub(super) fn new() -> Self {
        let state =
            State { made: HashMap::with_capacity(MOST), results: Vec::new(), in_work: Vec::new(), failed: false };
        Self { state: Mutex::new(state), done: Bell::default(), waiting: AtomicUsize::new(0), stop: Stop::default() }
    }

    /// What is asked before another item is looked for.
    pub(super) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Works on items in the order in which they come, until the right one is known.
    pub(super) fn make(&self, mut items: impl Iterator<Item = I>, work: impl Fn(&[&I], &mut Vec<O>)) {
        let (mut few, mut results) = (1, Vec::new());
        let mut next = |few| items.by_ref().take_while(|_| !self.stop.is_over()).take(few).collect();
        while let Some(begun) = self.begin(next(few)) {
            let start = Instant::now();
            work(&begun.iter().collect::<Vec<_>>(), &mut results);
            few = if start.elapsed() < LONG { FEW } else { 1 };
            let mut state = locked(&self.state);
            state.in_work.clear();
            let first = state.results.len();
            state.results.extend(results.drain(..).map(Some));
            let places = first..state.results.len();
            state.made.extend(begun.into_iter().zip(places));
            self.done.ring(&state);
        }
    }

    /// Takes up those of the items that are not made yet, as many as there is room for, unless it is over.
    fn begin(&self, items: Vec<I>) -> Option<Vec<I>> {
        let mut state = locked(&self.state);
        if items.is_empty() || self.stop.is_over() || state.made.len() >= MOST {
            return None;
        }
        let (mut begun, room) = (Vec::with_capacity(items.len()), MOST - state.made.len());
        for item in items {
            if begun.len() < room && !state.made.contains_key(&item) && !begun.contains(&item) {
                begun.push(item);
            }
        }
        self.waiting.fetch_add(begun.len(), Ordering::AcqRel);
        state.in_work.clone_from(&begun);
        Some(begun)
    }

    /// The order is known: nothing else is begun.
    pub(super) fn end(&self) {
        if !self.stop.is_over() {
            // Whoever sees that it is over sees what was taken up before, too.
            let _state = locked(&self.state);
            self.stop.0.store(true, Ordering::Release);
        }
    }

    /// What became of those of these items that were begun, each with its place among them, in order.
    pub(super) fn take(&self, items: &[I]) -> Vec<(usize, Early<O>)> {
        if self.waiting.load(Ordering::Acquire) == 0 {
            return Vec::new();
        }
        let mut state = locked(&self.state);
        let early = items.iter().enumerate().map(|(place, item)| Some((place, self.early(&mut state, item)?)));
        early.flatten().collect()
    }

    /// The result of what was in work; none where somebody else has it, or there will be none.
    pub(super) fn wait_for(&self, item: &I) -> Option<O> {
        let mut state = locked(&self.state);
        loop {
            match self.early(&mut state, item) {
                Some(Early::Made(result)) => return Some(result),
                Some(Early::InWork) if !state.failed => state = self.done.wait(state),
                Some(Early::InWork) | None => return None,
            }
        }
    }

    fn early(&self, state: &mut State<I, O>, item: &I) -> Option<Early<O>> {
        let State { made, results, in_work, .. } = state;
        if let Some(result) = made.get(item).and_then(|at| results.get_mut(*at)?.take()) {
            self.waiting.fetch_sub(1, Ordering::AcqRel);
            return Some(Early::Made(result));
        }
        in_work.contains(item).then_some(Early::InWork)
    }
}

impl<I, O> Ahead<I, O> {
    /// Begins nothing else, and lets go those who wait for what will not be done.
    pub(super) fn close(&self) {
        let mut state = locked(&self.state);
        state.failed = true;
        self.stop.0.store(true, Ordering::Release);
        self.done.ring(&state);
    }
}
