//! Many inputs on all cores, with the results in the order of the inputs.
//!
//! What one thread has taken from the allocator another neither frees nor enlarges where it can be helped: a piece that has
//! changed hands is used again and again by the one that freed it, and both wait for each other each time. So items are lent
//! and go back to who drew them, and what results were in goes around.

mod ahead;
mod apart;
mod line;
mod locks;
mod queue;
mod threads;

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Scope};

use ahead::{Ahead, Early};
use apart::{Core, own_credentials};
use line::Line;
use locks::soon;
use queue::Queue;

pub(crate) use ahead::Stop;
pub(crate) use threads::threads;

/// How many bundles of results may wait for an earlier one before the workers do.
const WAITING: usize = 64;
/// How many items a worker takes at once at most: to hand over each result alone costs more than to read a small file.
const BUNDLE: usize = 32;

/// Works on the items with all cores and hands each result to `each` in the order of the items, as soon as it and those
/// before it are there. Items are drawn as they are needed, so that a folder is read while its files are worked on. The
/// first failure of `each` ends the work.
///
/// `unordered` gives items in any order, sooner than `items` does: until the first are drawn, another worker begins with
/// those. It may leave some out, give some twice, and give what is no item, whose results are dropped.
///
/// The caller's thread is one of the workers, and whoever finishes what is due writes it: a thread that only waits for
/// results would take the place of one that works.
pub(crate) fn ordered<T, U, O, E>(
    threads: usize,
    items: T,
    unordered: impl FnOnce(Stop) -> U + Send,
    work: impl Fn(&[&T::Item], &mut Vec<O>) + Sync,
    each: impl FnMut(O) -> Result<(), E> + Send,
) -> Result<(), E>
where
    T: Iterator<Item: Hash + Eq + Clone + Send + Sync> + Send,
    U: IntoIterator<Item = T::Item>,
    O: Send,
    E: Send,
{
    let single = items.size_hint().1.is_some_and(|most| most < 2);
    if threads == 1 || single {
        return in_turn(items, work, each);
    }
    let pool = Pool {
        queue: Queue::new(items, threads),
        ahead: Ahead::new(),
        line: Line::new(each),
        work,
        unstarted: AtomicUsize::new(threads - 1),
    };
    thread::scope(|scope| {
        let _guard = Guard(&pool);
        pool.start(scope, || pool.ahead.make(unordered(pool.ahead.stop()).into_iter(), &pool.work));
        pool.run(scope, 0);
    });
    pool.line.into_result()
}

/// The same on this thread alone.
fn in_turn<T: Iterator, O, E>(
    mut items: T,
    work: impl Fn(&[&T::Item], &mut Vec<O>),
    mut each: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let (mut done, mut results) = (0, Vec::new());
    loop {
        // As with many threads: the first results are wanted soon.
        let bundle: Vec<T::Item> = items.by_ref().take((done / 4).clamp(1, BUNDLE)).collect();
        if bundle.is_empty() {
            return Ok(());
        }
        done += bundle.len();
        work(&bundle.iter().collect::<Vec<_>>(), &mut results);
        results.drain(..).try_for_each(&mut each)?;
    }
}

/// The workers and what they share.
struct Pool<T: Iterator, W, O, E, F> {
    queue: Queue<T>,
    ahead: Ahead<T::Item, O>,
    line: Line<O, E, F>,
    work: W,
    /// How many workers may still be started.
    unstarted: AtomicUsize,
}

impl<T, W, O, E, F> Pool<T, W, O, E, F>
where
    T: Iterator<Item: Hash + Eq + Clone + Send + Sync> + Send,
    W: Fn(&[&T::Item], &mut Vec<O>) + Sync,
    O: Send,
    E: Send,
    F: FnMut(O) -> Result<(), E> + Send,
{
    /// Starts one more worker, if there may be one, with something to do first. Where the system gives no more threads,
    /// those that it gave do the work.
    fn start<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, first: impl FnOnce() + Send + 'scope) {
        let one_less = |unstarted: usize| unstarted.checked_sub(1);
        let Ok(number) = self.unstarted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less) else { return };
        let (core, begun) = (Core::here(), Arc::new(AtomicBool::new(false)));
        let has_begun = Arc::clone(&begun);
        let worker = move || {
            core.leave();
            own_credentials();
            has_begun.store(true, Ordering::Release);
            let _guard = Guard(self);
            first();
            self.run(scope, number);
        };
        if thread::Builder::new().spawn_scoped(scope, worker).is_ok() {
            // A new worker may stand in line on this core for milliseconds, and can step aside only when it is let on.
            soon(|| begun.load(Ordering::Acquire).then_some(()));
        }
    }

    /// Works until there is nothing left. Each worker that leaves something to do has the next one started, so that few
    /// items do not start many threads.
    fn run<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, worker: usize) {
        while let Some(bundle) = self.queue.take(worker) {
            self.ahead.end();
            if bundle.more {
                self.start(scope, || ());
            }
            if !self.line.hand_over(bundle.at, self.results(bundle.items())) {
                break;
            }
        }
        self.ahead.end();
    }

    /// What was made of items before their turn, and of the others now.
    fn results(&self, items: &[T::Item]) -> Vec<O> {
        let mut results = self.line.empty();
        let early = self.ahead.take(items);
        let mut begun = early.iter().map(|(place, _)| *place).peekable();
        let is_left = |(place, item)| begun.next_if_eq(&place).is_none().then_some(item);
        (self.work)(&items.iter().enumerate().filter_map(is_left).collect::<Vec<_>>(), &mut results);
        for (place, early) in early {
            let result = match early {
                Early::Made(result) => Some(result),
                Early::InWork => items.get(place).and_then(|item| self.waited_for(item)),
            };
            if let Some(result) = result {
                // Those before it are in their places already.
                results.insert(place.min(results.len()), result);
            }
        }
        results
    }

    /// The result of what another worker has begun, and of what it will not finish.
    fn waited_for(&self, item: &T::Item) -> Option<O> {
        self.ahead.wait_for(item).or_else(|| self.result(item))
    }

    fn result(&self, item: &T::Item) -> Option<O> {
        let mut results = Vec::new();
        (self.work)(&[item], &mut results);
        results.pop()
    }
}

/// A worker that panics ends the work of the others, which may wait for what it has drawn or for its results.
struct Guard<'p, T: Iterator, W, O, E, F>(&'p Pool<T, W, O, E, F>);

impl<T: Iterator, W, O, E, F> Drop for Guard<'_, T, W, O, E, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.ahead.close();
            self.0.queue.close();
            self.0.line.close();
        }
    }
}

#[cfg(test)]
mod tests;
