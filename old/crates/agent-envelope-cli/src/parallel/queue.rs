//! What is left to do: drawn ahead by one worker at a time, while the others work on what is there.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::BUNDLE;
use super::locks::{Bell, locked, soon};
use super::threads::MOST_THREADS;

/// How many items are drawn at once at most. They are drawn while as many are left: a worker that runs dry goes to
/// sleep, and the system may wake it on the core of the one that draws, where the two then work in turns.
const AHEAD: usize = 1024;
const _: () = assert!(4 * MOST_THREADS <= AHEAD, "each worker has some to begin with");
/// Other workers than the first draw only where so much less is left.
const LATE: usize = 4;

/// Items that come from a slow place, such as the names in a folder.
pub(super) struct Queue<T: Iterator> {
    ready: Mutex<Ready<T::Item>>,
    /// Something was drawn.
    drawn: Bell,
    source: Mutex<T>,
    threads: usize,
}

/// Items for one worker. They are lent and not given away: who drew them frees them.
pub(super) struct Bundle<I> {
    chunk: Arc<Vec<I>>,
    range: Range<usize>,
    /// The number of the first item.
    pub(super) at: usize,
    /// Whether others are left.
    pub(super) more: bool,
}

impl<I> Bundle<I> {
    pub(super) fn items(&self) -> &[I] {
        self.chunk.get(self.range.clone()).unwrap_or_default()
    }
}

struct Ready<I> {
    chunks: VecDeque<Chunk<I>>,
    /// What is taken whole, and may still be worked on.
    spent: Vec<Chunk<I>>,
    left: usize,
    taken: usize,
    /// Somebody draws from the source.
    drawing: bool,
    /// The source has no more.
    dry: bool,
}

/// What was drawn at once.
struct Chunk<I> {
    items: Arc<Vec<I>>,
    taken: usize,
    /// Who frees it.
    drawer: usize,
}

impl<T: Iterator> Queue<T> {
    pub(super) fn new(source: T, threads: usize) -> Self {
        let ready = Ready { chunks: VecDeque::new(), spent: Vec::new(), left: 0, taken: 0, drawing: false, dry: false };
        Self { ready: Mutex::new(ready), drawn: Bell::default(), source: Mutex::new(source), threads }
    }

    /// Ends the work of those who wait.
    pub(super) fn close(&self) {
        let mut ready = locked(&self.ready);
        ready.dry = true;
        self.drawn.ring(&ready);
    }

    /// The next items: one at a time where there are few, more where there are many. Waits only where nothing is there
    /// and somebody else draws.
    pub(super) fn take(&self, worker: usize) -> Option<Bundle<T::Item>> {
        let mut ready = locked(&self.ready);
        loop {
            // Little in the beginning: the first results are wanted soon, and there may be few.
            let count = ready.taken.clamp(4 * self.threads, AHEAD);
            let enough = if worker == 0 { count } else { count / LATE };
            if ready.left < enough && !ready.drawing && !ready.dry {
                ready.drawing = true;
                let is_free =
                    |chunk: &mut Chunk<T::Item>| chunk.drawer == worker && Arc::strong_count(&chunk.items) == 1;
                let free: Vec<_> = ready.spent.extract_if(.., is_free).collect();
                drop(ready);
                drop(free);
                let items: Vec<T::Item> = locked(&self.source).by_ref().take(count).collect();
                ready = locked(&self.ready);
                ready.drawing = false;
                ready.dry |= items.len() < count;
                ready.left += items.len();
                ready.chunks.push_back(Chunk { items: Arc::new(items), taken: 0, drawer: worker });
                self.drawn.ring(&ready);
            } else if ready.waits() {
                drop(ready);
                ready = soon(|| Some(locked(&self.ready)).filter(|ready| !ready.waits()))
                    .unwrap_or_else(|| locked(&self.ready));
                if ready.waits() {
                    ready = self.drawn.wait(ready);
                }
            } else {
                return ready.bundle(self.threads);
            }
        }
    }
}

impl<I> Ready<I> {
    /// Whether there is nothing yet, but will be.
    fn waits(&self) -> bool {
        self.left == 0 && self.drawing && !self.dry
    }

    fn bundle(&mut self, threads: usize) -> Option<Bundle<I>> {
        let most = (self.left / (4 * threads)).clamp(1, BUNDLE);
        while self.chunks.front().is_some_and(|chunk| chunk.taken == chunk.items.len()) {
            self.spent.extend(self.chunks.pop_front());
        }
        let chunk = self.chunks.front_mut()?;
        let range = chunk.taken..(chunk.taken + most).min(chunk.items.len());
        chunk.taken = range.end;
        let at = self.taken;
        self.taken += range.len();
        self.left -= range.len();
        Some(Bundle { chunk: Arc::clone(&chunk.items), range, at, more: self.left > 0 })
    }
}
