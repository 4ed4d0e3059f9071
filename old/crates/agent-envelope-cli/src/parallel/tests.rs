//! Order, ends and bounds.

use std::time::{Duration, Instant};

use super::*;

/// The same work on each of several items.
fn each_of<I, O>(work: impl Fn(&I) -> O) -> impl Fn(&[&I], &mut Vec<O>) {
    move |items, results| results.extend(items.iter().map(|item| work(item)))
}

/// Waits for something that has to come.
fn until(it_is: impl Fn() -> bool) {
    let begun = Instant::now();
    while !it_is() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it did not come");
        thread::yield_now();
    }
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
        let done: Result<(), ()> = ordered(
            threads,
            items.iter().copied(),
            |_| Vec::new(),
            &work,
            |item| {
                seen.push(item);
                Ok(())
            },
        );
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
    let items = (0..COUNT).inspect(|item| until(|| *item > 0 || made.load(Ordering::Relaxed) >= ahead::MOST));
    // Every other one is none of the items.
    let unordered = |_| (0..COUNT).rev().flat_map(|item| [item, COUNT + item]);
    let done: Result<(), ()> = ordered(2, items, unordered, work, |item| {
        seen.push(item);
        Ok(())
    });
    assert!(done.is_ok());
    assert!(seen.into_iter().eq(0..COUNT));
    assert_eq!(made.into_inner(), COUNT + ahead::MOST / 2);
}

#[test]
fn what_is_in_work_before_its_turn_is_waited_for_by_those_alone_who_want_it() {
    let (begun, seen_others) = (AtomicBool::new(false), AtomicUsize::new(0));
    let made = AtomicUsize::new(0);
    let work = each_of(|item: &usize| {
        if made.fetch_add(1, Ordering::Relaxed) == 0 {
            // The first of all, out of order: done when others are, though it was begun before them.
            begun.store(true, Ordering::Relaxed);
            until(|| seen_others.load(Ordering::Relaxed) >= 20);
        }
        *item
    });
    let items = (0..40).inspect(|_| until(|| begun.load(Ordering::Relaxed)));
    let mut seen = Vec::new();
    // Named twice, and given twice.
    let done: Result<(), ()> = ordered(
        2,
        items.chain([30]),
        |_| [30, 30],
        work,
        |item| {
            seen_others.fetch_add(1, Ordering::Relaxed);
            seen.push(item);
            Ok(())
        },
    );
    assert!(done.is_ok());
    assert!(seen.into_iter().eq((0..40).chain([30])));
    assert_eq!(made.into_inner(), 41);
}

#[test]
fn the_first_failure_ends_the_work() {
    let mut count = 0;
    let each = |item| {
        count += 1;
        if item == 3 { Err("full") } else { Ok(()) }
    };
    let done = ordered(4, 0..10_000, |_| Vec::new(), each_of(|item| *item), each);
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
    let done: Result<(), ()> = ordered(
        4,
        0..100_000,
        |_| Vec::new(),
        work,
        |item| {
            if item == 0 {
                most = made.load(Ordering::Relaxed);
            }
            Ok(())
        },
    );
    assert!(done.is_ok());
    assert!(most <= (WAITING + 5) * BUNDLE, "{most} results were made ahead");
    assert_eq!(made.into_inner(), 100_000);
}

#[test]
fn a_panic_ends_the_work_of_the_others() {
    let fails = |item: &usize| assert!(*item != 7, "seven");
    let in_order = || ordered(4, 0..100_000, |_| Vec::new(), each_of(fails), |()| Ok::<(), ()>(()));
    assert!(std::panic::catch_unwind(in_order).is_err());
    // Nothing is drawn before the other worker fails, and nothing that is drawn does.
    let failing = AtomicBool::new(false);
    let items = (0..7).inspect(|_| until(|| failing.load(Ordering::Relaxed)));
    let work = each_of(|item: &usize| {
        failing.fetch_or(*item == 7, Ordering::Relaxed);
        fails(item);
    });
    let before_its_turn = std::panic::AssertUnwindSafe(|| ordered(2, items, |_| [7], work, |()| Ok::<(), ()>(())));
    assert!(std::panic::catch_unwind(before_its_turn).is_err());
}

#[test]
fn who_waits_for_what_fails_before_its_turn_is_let_go() {
    let (begun, seen) = (AtomicBool::new(false), AtomicUsize::new(0));
    let work = each_of(|item: &usize| {
        // The first attempt alone, when those before it are done and the other worker is about to wait for it.
        if *item == 7 && !begun.swap(true, Ordering::Relaxed) {
            until(|| seen.load(Ordering::Relaxed) == 7);
            thread::sleep(Duration::from_millis(50));
            panic!("seven");
        }
    });
    let items = (0..8).inspect(|_| until(|| begun.load(Ordering::Relaxed)));
    let each = |()| {
        seen.fetch_add(1, Ordering::Relaxed);
        Ok::<(), ()>(())
    };
    let waits = std::panic::AssertUnwindSafe(|| ordered(2, items, |_| [7], work, each));
    assert!(std::panic::catch_unwind(waits).is_err());
}
