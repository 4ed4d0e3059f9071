//! What is done before its turn is known: while the first items are put in order, a worker begins with any of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::locked;

/// How many results may wait for their turn to be known.
pub(super) const MOST: usize = 2048;
/// How many items are worked on at a time: whoever ends this waits for them.
const FEW: usize = 8;

/// Results by their items.
pub(super) struct Ahead<I, O> {
    /// Those that were taken leave their items behind: to free in one thread what another has taken from the allocator
    /// makes both wait for each other.
    made: Mutex<HashMap<I, Option<O>, BuildHasherDefault<Words>>>,
    /// How many results wait.
    waiting: AtomicUsize,
    /// The order is known.
    over: AtomicBool,
}

impl<I: Hash + Eq, O> Ahead<I, O> {
    pub(super) fn new() -> Self {
        Self { made: Mutex::default(), waiting: AtomicUsize::new(0), over: AtomicBool::new(false) }
    }

    /// Works on items in the order in which they come, until the right one is known.
    pub(super) fn make(&self, mut items: impl Iterator<Item = I>, work: impl Fn(&[&I], &mut Vec<O>)) {
        let mut results = Vec::new();
        while self.waiting.load(Ordering::Relaxed) < MOST {
            let few: Vec<I> = items.by_ref().take_while(|_| !self.is_over()).take(FEW).collect();
            let mut made = locked(&self.made);
            // Whoever ended this may have these very items by now.
            if few.is_empty() || self.is_over() {
                break;
            }
            work(&few.iter().collect::<Vec<_>>(), &mut results);
            made.extend(few.into_iter().zip(results.drain(..).map(Some)));
            self.waiting.store(made.len(), Ordering::Release);
        }
    }

    /// The order is known: what is in work is finished, and nothing else is begun.
    pub(super) fn end(&self) {
        if !self.over.swap(true, Ordering::AcqRel) {
            drop(locked(&self.made));
        }
    }

    /// What was made of each of these items; nothing where nothing waits.
    pub(super) fn take(&self, items: &[I]) -> Vec<Option<O>> {
        if self.waiting.load(Ordering::Acquire) == 0 {
            return Vec::new();
        }
        let mut made = locked(&self.made);
        let results: Vec<_> = items.iter().map(|item| made.get_mut(item).and_then(Option::take)).collect();
        self.waiting.fetch_sub(results.iter().flatten().count(), Ordering::AcqRel);
        results
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }
}

/// A hash of eight bytes at a time. Every item is looked up, and most are not there: one that withstands bad intent takes as
/// long as a tenth of the work on a small message. Whoever names files so that they collide makes a look-up as slow as
/// [`MOST`] comparisons, and no slower.
#[derive(Default)]
struct Words(u64);

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let word = word.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }

    fn finish(&self) -> u64 {
        // Tables go by the lowest bits and by the highest.
        self.0 ^ (self.0 >> 32)
    }
}
