//! Many inputs on all cores, with the results in the order of the inputs.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::exit::Failure;

/// How many bundles of results may wait for an earlier one before the workers do.
const WAITING: usize = 64;
/// How many items a worker takes at once at most: to hand over each result alone costs more than to read a small file.
const BUNDLE: usize = 32;
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
pub(crate) fn ordered<I: Send, O: Send, E: Send>(
    threads: usize,
    mut items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> O + Sync,
    mut each: impl FnMut(O) -> Result<(), E> + Send,
) -> Result<(), E> {
    let first: Vec<I> = items.by_ref().take(2).collect();
    if threads == 1 || first.len() < 2 {
        return first.into_iter().chain(items).try_for_each(|item| each(work(item)));
    }
    let queue = Mutex::new(Queue { items: first.into_iter().chain(items), taken: 0, threads });
    let line = Line { state: Mutex::new(State::new()), moved: Condvar::new(), each: Mutex::new(each) };
    let worker = || {
        let _guard = Guard(&line);
        loop {
            let Some((at, bundle)) = locked(&queue).take() else { break };
            if !line.hand_over(at, bundle.into_iter().map(&work).collect()) {
                break;
            }
        }
    };
    thread::scope(|scope| {
        // Where the system gives no more threads, those that it gave do the work.
        let start = || thread::Builder::new().spawn_scoped(scope, worker).ok();
        let _started = (1..threads).map_while(|_| start()).count();
        worker();
    });
    line.state.into_inner().unwrap_or_else(PoisonError::into_inner).failed.map_or(Ok(()), Err)
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

/// What is left to do.
struct Queue<T> {
    items: T,
    taken: usize,
    threads: usize,
}

impl<I, T: Iterator<Item = I>> Queue<T> {
    /// The next items with the number of the first; one at a time in the beginning, since there may be few.
    fn take(&mut self) -> Option<(usize, Vec<I>)> {
        let at = self.taken;
        let bundle = (at / (8 * self.threads)).clamp(1, BUNDLE);
        let items: Vec<I> = self.items.by_ref().take(bundle).collect();
        self.taken += items.len();
        (!items.is_empty()).then_some((at, items))
    }
}

/// Where results stand in line until it is their turn.
struct Line<O, E, F> {
    state: Mutex<State<O, E>>,
    /// Something was written, or the work has ended.
    moved: Condvar,
    each: Mutex<F>,
}

struct State<O, E> {
    early: BTreeMap<usize, Vec<O>>,
    due: usize,
    writing: bool,
    failed: Option<E>,
    ended: bool,
}

impl<O, E> State<O, E> {
    fn new() -> Self {
        Self { early: BTreeMap::new(), due: 0, writing: false, failed: None, ended: false }
    }

    /// The results whose turn it is, if nobody writes already.
    fn next(&mut self) -> Option<Vec<O>> {
        let results = if self.writing { None } else { self.early.remove(&self.due) }?;
        self.due += results.len();
        self.writing = true;
        Some(results)
    }
}

impl<O, E, F: FnMut(O) -> Result<(), E>> Line<O, E, F> {
    /// Puts results in line and writes what is due; says whether there is reason to go on. Waits where too many results
    /// stand in line, for a slow reader of the output or for a slow item.
    fn hand_over(&self, at: usize, results: Vec<O>) -> bool {
        let mut state = locked(&self.state);
        state.early.insert(at, results);
        while !state.ended {
            if let Some(results) = state.next() {
                drop(state);
                let written = results.into_iter().try_for_each(&mut *locked(&self.each));
                state = locked(&self.state);
                state.writing = false;
                state.ended |= written.is_err();
                state.failed = written.err();
                self.moved.notify_all();
            } else if state.early.len() <= WAITING {
                return true;
            } else {
                state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        false
    }
}

/// A worker that panics ends the work of the others, which may wait for its results.
struct Guard<'l, O, E, F>(&'l Line<O, E, F>);

impl<O, E, F> Drop for Guard<'_, O, E, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            locked(&self.0.state).ended = true;
            self.0.moved.notify_all();
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..500).collect();
        let mut seen = Vec::new();
        let work = |item: u64| {
            // Early items take longer than late ones.
            std::thread::sleep(std::time::Duration::from_micros(500 - item));
            item
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
            |item| item,
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
        let work = |item: usize| {
            while item == 0 && slow.load(Ordering::Relaxed) {
                // Ends once the others stand still, or never if they do not.
                let before = made.load(Ordering::Relaxed);
                thread::sleep(std::time::Duration::from_millis(50));
                let still = before == made.load(Ordering::Relaxed) && before > 0;
                slow.store(!still, Ordering::Relaxed);
            }
            made.fetch_add(1, Ordering::Relaxed);
            item
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
        let work = |item: usize| assert!(item != 7, "seven");
        let done = std::panic::catch_unwind(|| ordered(4, 0..100_000, work, |()| Ok::<(), ()>(())));
        assert!(done.is_err());
    }
}
