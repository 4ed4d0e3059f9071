//! Many inputs on all cores, with the results in the order of the inputs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// How many results may wait to be written before the workers do.
const WAITING: usize = 1024;

/// Works on the items with all cores and hands each result to `each` in the order of the items, as soon as it and those
/// before it are there. The first failure of `each` ends the work.
pub(crate) fn ordered<I: Sync, O: Send, E>(
    items: &[I],
    work: impl Fn(&I) -> O + Sync,
    mut each: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let threads = rayon::current_num_threads().min(items.len());
    if threads <= 1 {
        return items.iter().try_for_each(|item| each(work(item)));
    }
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = sync_channel(WAITING);
    rayon::in_place_scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop, work) = (&next, &stop, &work);
            scope.spawn(move |_| {
                while !stop.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    if sender.send((at, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        while let Ok((at, result)) = receiver.recv() {
            early.insert(at, result);
            while let Some(result) = early.remove(&due) {
                due += 1;
                if let Err(error) = each(result) {
                    stop.store(true, Ordering::Relaxed);
                    drop(receiver);
                    return Err(error);
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..500).collect();
        let mut seen = Vec::new();
        let work = |item: &u64| {
            // Early items take longer than late ones.
            let spin = (500 - item) * 50;
            (0..spin).fold(*item, |sum, step| sum ^ (step & 0))
        };
        let done: Result<(), ()> = ordered(&items, work, |item| {
            seen.push(item);
            Ok(())
        });
        assert!(done.is_ok());
        assert_eq!(seen, items);
    }

    #[test]
    fn the_first_failure_ends_the_work() {
        let items: Vec<usize> = (0..10_000).collect();
        let mut count = 0;
        let done = ordered(&items, |item| *item, |item| {
            count += 1;
            if item == 3 { Err("full") } else { Ok(()) }
        });
        assert_eq!((done, count), (Err("full"), 4));
    }
}
