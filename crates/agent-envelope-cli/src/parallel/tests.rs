//! Order, ends and bounds.

use std::time::Duration;

use super::*;

/// The same work on each of several items.
fn each_of<I, O>(work: impl Fn(&I) -> O) -> impl Fn(&[&I], &mut Vec<O>) {
    move |items, results| results.extend(items.iter().map(|item| work(item)))
}

#[test]
fn results_come_in_the_order_of_the_items() {
    let items: Vec<u64> = (0..500).collect();
    let work = each_of(|item: &u64| {
        // Early items take longer than late ones.
        thread::sleep(Duration::from_micros(500 - item));
        *item
    });
    for threads in [1, 4] {
        let mut seen = Vec::new();
        let done: Result<(), ()> = ordered(threads, items.iter().copied(), Vec::new, &work, |item| {
            seen.push(item);
            Ok(())
        });
        assert!(done.is_ok());
        assert_eq!(seen, items, "{threads} threads");
    }
}

#[test]
fn what_is_done_before_its_turn_is_done_once_and_comes_in_order() {
    const COUNT: usize = 10_000;
    let (made, mut seen) = (AtomicUsize::new(0), Vec::new());
    let work = each_of(|item: &usize| {
        made.fetch_add(1, Ordering::Relaxed);
        *item
    });
    let items = (0..COUNT).inspect(|item| {
        let begun = std::time::Instant::now();
        while *item == 0 && made.load(Ordering::Relaxed) < ahead::MOST && begun.elapsed() < Duration::from_secs(20) {
            thread::yield_now();
        }
    });
    // Every other one is none of the items.
    let unordered = || (0..COUNT).rev().flat_map(|item| [item, COUNT + item]);
    let done: Result<(), ()> = ordered(2, items, unordered, work, |item| {
        seen.push(item);
        Ok(())
    });
    assert!(done.is_ok());
    assert!(seen.into_iter().eq(0..COUNT));
    assert_eq!(made.into_inner(), COUNT + ahead::MOST / 2);
}

#[test]
fn the_first_failure_ends_the_work() {
    let mut count = 0;
    let each = |item| {
        count += 1;
        if item == 3 { Err("full") } else { Ok(()) }
    };
    let done = ordered(4, 0..10_000, Vec::new, each_of(|item| *item), each);
    assert_eq!((done, count), (Err("full"), 4));
}

#[test]
fn results_wait_for_a_slow_one_in_bounded_number() {
    let (made, slow) = (AtomicUsize::new(0), AtomicBool::new(true));
    let mut most = 0;
    let work = each_of(|item: &usize| {
        while *item == 0 && slow.load(Ordering::Relaxed) {
            // Ends once the others stand still, or never if they do not.
            let before = made.load(Ordering::Relaxed);
            thread::sleep(Duration::from_millis(50));
            let still = before == made.load(Ordering::Relaxed) && before > 0;
            slow.store(!still, Ordering::Relaxed);
        }
        made.fetch_add(1, Ordering::Relaxed);
        *item
    });
    let done: Result<(), ()> = ordered(4, 0..100_000, Vec::new, work, |item| {
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
    let fails = |item: &usize| assert!(*item != 7, "seven");
    let in_order = || ordered(4, 0..100_000, Vec::new, each_of(fails), |()| Ok::<(), ()>(()));
    assert!(std::panic::catch_unwind(in_order).is_err());
    // Nothing is drawn before the other worker has failed: it is not what fails here.
    let items = || (0..7).inspect(|_| thread::sleep(Duration::from_millis(20)));
    let before_its_turn = || ordered(2, items(), || [7], each_of(fails), |()| Ok::<(), ()>(()));
    assert!(std::panic::catch_unwind(before_its_turn).is_err());
}
