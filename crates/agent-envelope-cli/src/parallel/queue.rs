//! What is left to do: drawn ahead by one worker at a time, while the others work on what is there.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};

use super::{BUNDLE, MOST_THREADS, locked, wait};

/// How many items are drawn at once at most. They are drawn while as many are left: a worker that runs dry goes to
/// sleep, and the system may wake it on the core of the one that draws, where the two then work in turns.
const AHEAD: usize = 1024;
const _: () = assert!(4 * MOST_THREADS <= AHEAD, "each worker has some to begin with");

/// Items that come from a slow place, such as the names in a folder.
pub(super) struct Queue<T: Iterator> {
    ready: Mutex<Ready<T::Item>>,
    /// Something was drawn.
    drawn: Condvar,
    source: Mutex<T>,
    threads: usize,
}

struct Ready<I> {
    items: VecDeque<I>,
    taken: usize,
    /// Somebody draws from the source.
    drawing: bool,
    /// The source has no more.
    dry: bool,
}

impl<T: Iterator> Queue<T> {
    pub(super) fn new(source: T, threads: usize) -> Self {
        let ready = Ready { items: VecDeque::new(), taken: 0, drawing: false, dry: false };
        Self { ready: Mutex::new(ready), drawn: Condvar::new(), source: Mutex::new(source), threads }
    }

    /// Ends the work of those who wait.
    pub(super) fn close(&self) {
        locked(&self.ready).dry = true;
        self.drawn.notify_all();
    }

    /// The next items with the number of the first, and whether others are left: one at a time where there are few, more
    /// where there are many. Waits only where nothing is there and somebody else draws.
    pub(super) fn take(&self) -> Option<(usize, Vec<T::Item>, bool)> {
        let mut ready = locked(&self.ready);
        loop {
            // Little in the beginning: the first results are wanted soon, and there may be few.
            let count = ready.taken.clamp(4 * self.threads, AHEAD);
            if ready.items.len() < count && !ready.drawing && !ready.dry {
                ready.drawing = true;
                drop(ready);
                let items: Vec<T::Item> = locked(&self.source).by_ref().take(count).collect();
                ready = locked(&self.ready);
                ready.drawing = false;
                ready.dry |= items.len() < count;
                ready.items.extend(items);
                self.drawn.notify_all();
            } else if ready.items.is_empty() && !ready.dry {
                ready = wait(&self.drawn, ready);
            } else {
                return ready.bundle(self.threads);
            }
        }
    }
}

impl<I> Ready<I> {
    fn bundle(&mut self, threads: usize) -> Option<(usize, Vec<I>, bool)> {
        let (at, there) = (self.taken, self.items.len());
        let count = (there / (4 * threads)).clamp(1, BUNDLE).min(there);
        self.taken += count;
        let items: Vec<I> = self.items.drain(..count).collect();
        (count > 0).then_some((at, items, there > count))
    }
}
