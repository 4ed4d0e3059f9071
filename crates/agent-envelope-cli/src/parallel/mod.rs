//! Many inputs on all cores, with the results in the order of the inputs.

mod line;
mod queue;
mod spread;

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, Scope};

use line::Line;
use queue::Queue;
use spread::Core;

use crate::exit::Failure;

/// How many bundles of results may wait for an earlier one before the workers do.
const WAITING: usize = 64;
/// How many items a worker takes at once at most: to hand over each result alone costs more than to read a small file.
const BUNDLE: usize = 32;
/// How often a worker asks before it goes to sleep.
const PATIENCE: usize = 400;
/// The variable that names the number of threads, for machines that are shared.
const THREADS: &str = "ENVELOPE_THREADS";
/// More threads than this help nobody, whatever the variable says.
const MOST_THREADS: usize = 256;

/// Works on the items with all cores and hands each result to `each` in the order of the items, as soon as it and those
/// before it are there. Items are drawn as they are needed, so that a folder is read while its files are worked on. The
/// first failure of `each` ends the work.
///
/// The caller's thread is one of the workers, and whoever finishes what is due writes it: a thread that only waits for
/// results would take the place of one that works.
pub(crate) fn ordered<T, O, E>(
    threads: usize,
    items: T,
    work: impl Fn(&T::Item) -> O + Sync,
    each: impl FnMut(O) -> Result<(), E> + Send,
) -> Result<(), E>
where
    T: Iterator<Item: Send + Sync> + Send,
    O: Send,
    E: Send,
{
    let single = items.size_hint().1.is_some_and(|most| most < 2);
    if threads == 1 || single {
        return items.map(|item| work(&item)).try_for_each(each);
    }
    let pool = Pool {
        queue: Queue::new(items, threads),
        line: Line::new(each),
        work,
        unstarted: AtomicUsize::new(threads - 1),
    };
    thread::scope(|scope| pool.run(scope, true));
    pool.line.into_result()
}

/// As many as the variable says, or as there are cores for this process.
pub(crate) fn threads() -> Result<usize, Failure> {
    wanted(std::env::var_os(THREADS).as_deref())
}

fn wanted(variable: Option<&OsStr>) -> Result<usize, Failure> {
    let threads = match variable.filter(|text| !text.is_empty()) {
        Some(text) => {
            let number = text.to_str().and_then(|text| text.parse::<NonZeroUsize>().ok());
            number.ok_or_else(|| Failure::new(format!("{THREADS} is no number of threads: {}", text.display())))?
        }
        None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    Ok(threads.get().min(MOST_THREADS))
}

/// The workers and what they share.
struct Pool<T: Iterator, W, O, E, F> {
    queue: Queue<T>,
    line: Line<O, E, F>,
    work: W,
    /// How many workers may still be started.
    unstarted: AtomicUsize,
}

impl<T, W, O, E, F> Pool<T, W, O, E, F>
where
    T: Iterator<Item: Send + Sync> + Send,
    W: Fn(&T::Item) -> O + Sync,
    O: Send,
    E: Send,
    F: FnMut(O) -> Result<(), E> + Send,
{
    /// Starts one more worker, if there may be one. Where the system gives no more threads, those that it gave do the
    /// work.
    fn start<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let one_less = |unstarted: usize| unstarted.checked_sub(1);
        if self.unstarted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok() {
            let core = Core::here();
            let begin = move || {
                core.leave();
                self.run(scope, false);
            };
            let _started = thread::Builder::new().spawn_scoped(scope, begin).is_ok();
        }
    }

    /// Works until there is nothing left. Each worker that leaves something to do has the next one started, so that few
    /// items do not start many threads.
    fn run<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, is_first: bool) {
        let _guard = Guard(self);
        while let Some(bundle) = self.queue.take(is_first) {
            if bundle.more {
                self.start(scope);
            }
            if !self.line.hand_over(bundle.at, bundle.items().iter().map(&self.work).collect()) {
                break;
            }
        }
    }
}

/// A worker that panics ends the work of the others, which may wait for what it has drawn or for its results.
struct Guard<'p, T: Iterator, W, O, E, F>(&'p Pool<T, W, O, E, F>);

impl<T: Iterator, W, O, E, F> Drop for Guard<'_, T, W, O, E, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.queue.close();
            self.0.line.close();
        }
    }
}

/// Locks, and goes to sleep only where that takes long.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    let now = || match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    };
    soon(now).unwrap_or_else(|| mutex.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Asks for something that others are about to give. A worker that goes to sleep may be woken on the core of the one that
/// wakes it, and there the two work in turns while another core is idle.
fn soon<T>(ask: impl Fn() -> Option<T>) -> Option<T> {
    (0..PATIENCE).find_map(|tries| {
        ask().or_else(|| {
            if tries < PATIENCE / 2 {
                std::hint::spin_loop();
            } else {
                // The one that is waited for may be on this very core.
                thread::yield_now();
            }
            None
        })
    })
}

fn wait<'m, T>(condition: &Condvar, guard: MutexGuard<'m, T>) -> MutexGuard<'m, T> {
    condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..500).collect();
        let mut seen = Vec::new();
        let work = |item: &u64| {
            // Early items take longer than late ones.
            std::thread::sleep(std::time::Duration::from_micros(500 - item));
            *item
        };
        let done: Result<(), ()> = ordered(4, items.iter().copied(), work, |item| {
            seen.push(item);
            Ok(())
        });
        assert!(done.is_ok());
        assert_eq!(seen, items);
    }

    #[test]
    fn the_first_failure_ends_the_work() {
        let mut count = 0;
        let done = ordered(
            4,
            0..10_000,
            |item| *item,
            |item| {
                count += 1;
                if item == 3 { Err("full") } else { Ok(()) }
            },
        );
        assert_eq!((done, count), (Err("full"), 4));
    }

    #[test]
    fn results_wait_for_a_slow_one_in_bounded_number() {
        let (made, slow) = (AtomicUsize::new(0), AtomicBool::new(true));
        let mut most = 0;
        let work = |item: &usize| {
            while *item == 0 && slow.load(Ordering::Relaxed) {
                // Ends once the others stand still, or never if they do not.
                let before = made.load(Ordering::Relaxed);
                thread::sleep(std::time::Duration::from_millis(50));
                let still = before == made.load(Ordering::Relaxed) && before > 0;
                slow.store(!still, Ordering::Relaxed);
            }
            made.fetch_add(1, Ordering::Relaxed);
            *item
        };
        let done: Result<(), ()> = ordered(4, 0..100_000, work, |item| {
            if item == 0 {
                most = made.load(Ordering::Relaxed);
            }
            Ok(())
        });
        assert!(done.is_ok());
        assert!(most <= (WAITING + 5) * BUNDLE, "{most} results were made ahead");
        assert_eq!(made.into_inner(), 100_000);
    }

    #[test]
    fn the_variable_is_a_number_or_a_mistake() {
        let number = |text: &str| wanted(Some(OsStr::new(text))).ok();
        assert_eq!((number("1"), number("3"), number("18446744073709551615")), (Some(1), Some(3), Some(MOST_THREADS)));
        for wrong in ["0", "abc", "-1", "2 ", "99999999999999999999"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
        assert_eq!(number(""), wanted(None).ok());
    }

    #[test]
    fn a_panic_ends_the_work_of_the_others() {
        let work = |item: &usize| assert!(*item != 7, "seven");
        let done = std::panic::catch_unwind(|| ordered(4, 0..100_000, work, |()| Ok::<(), ()>(())));
        assert!(done.is_err());
    }
}
