//! Many inputs on all cores, with the results in the order of the inputs.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

/// How many bundles of results may wait to be written before the workers do.
const WAITING: usize = 64;
/// How many items a worker takes at once at most: to hand over each result alone costs more than to read a small file.
const BUNDLE: usize = 32;

/// Works on the items with all cores and hands each result to `each` in the order of the items, as soon as it and those
/// before it are there. Items are drawn as they are needed, so that a folder is read while its files are worked on. The
/// first failure of `each` ends the work.
pub(crate) fn ordered<I: Send, O: Send, E>(
    mut items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> O + Sync,
    mut each: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let first: Vec<I> = items.by_ref().take(2).collect();
    let threads = rayon::current_num_threads();
    if threads == 1 || first.len() < 2 {
        return first.into_iter().chain(items).try_for_each(|item| each(work(item)));
    }
    let queue = Mutex::new(Queue { items: first.into_iter().chain(items), taken: 0, threads });
    let stop = AtomicBool::new(false);
    let (sender, receiver) = sync_channel(WAITING);
    rayon::in_place_scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (queue, stop, work) = (&queue, &stop, &work);
            scope.spawn(move |_| {
                while !stop.load(Ordering::Relaxed) {
                    let Some((at, bundle)) = queue.lock().ok().and_then(|mut queue| queue.take()) else { break };
                    let results: Vec<O> = bundle.into_iter().map(work).collect();
                    if sender.send((at, results)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        while let Ok((at, results)) = receiver.recv() {
            early.insert(at, results);
            while let Some(results) = early.remove(&due) {
                due += results.len();
                if let Err(error) = results.into_iter().try_for_each(&mut each) {
                    stop.store(true, Ordering::Relaxed);
                    drop(receiver);
                    return Err(error);
                }
            }
        }
        Ok(())
    })
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

#[cfg(test)]
mod tests {
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
        let done: Result<(), ()> = ordered(items.iter().copied(), work, |item| {
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
            0..10_000,
            |item| item,
            |item| {
                count += 1;
                if item == 3 { Err("full") } else { Ok(()) }
            },
        );
        assert_eq!((done, count), (Err("full"), 4));
    }
}
