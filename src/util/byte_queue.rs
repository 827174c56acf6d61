//! A queue between two threads that is bounded by its number of items and by their bytes.
//!
//! The channels of the standard library are bounded by items alone, which is no bound where an item may be a line of any
//! length.

use std::collections::VecDeque;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A queue of at most `items` items with at most `bytes` bytes. A larger item has it to itself.
pub(crate) fn bounded<T>(items: usize, bytes: usize) -> (QueueSender<T>, QueueReceiver<T>) {
    let state = QueueState { queued: VecDeque::new(), bytes: 0, closed: false };
    let queue =
        Arc::new(Queue { state: Mutex::new(state), changed: Condvar::new(), max_items: items, max_bytes: bytes });
    (QueueSender(Arc::clone(&queue)), QueueReceiver(queue))
}

/// The end that items go in at. Dropping it closes the queue.
pub(crate) struct QueueSender<T>(Arc<Queue<T>>);

/// The end that items come out of. Dropping it closes the queue.
#[derive(Debug)]
pub(crate) struct QueueReceiver<T>(Arc<Queue<T>>);

#[derive(Debug)]
struct Queue<T> {
    state: Mutex<QueueState<T>>,
    /// An item was added or removed, or the queue was closed.
    changed: Condvar,
    max_items: usize,
    max_bytes: usize,
}

#[derive(Debug)]
struct QueueState<T> {
    queued: VecDeque<(T, usize)>,
    bytes: usize,
    closed: bool,
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

impl<T> QueueSender<T> {
    /// Adds an item of some bytes, as soon as there is room; `false` if nobody will receive it.
    pub fn send(&self, item: T, bytes: usize) -> bool {
        let Queue { max_items, max_bytes, .. } = *self.0;
        let full = |state: &mut QueueState<T>| {
            let room = state.queued.len() < max_items && state.bytes.saturating_add(bytes) <= max_bytes;
            !state.closed && !room && !state.queued.is_empty()
        };
        let state = self.0.changed.wait_while(self.0.lock(), full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return false;
        }
        state.queued.push_back((item, bytes));
        state.bytes += bytes;
        self.0.changed.notify_all();
        true
    }
}

impl<T> QueueReceiver<T> {
    /// The next item, if there is one.
    pub fn try_recv(&self) -> Option<T> {
        self.take(&mut self.0.lock())
    }

    /// The next item, as soon as there is one; `None` once the queue is empty and closed.
    pub fn recv(&self) -> Option<T> {
        let empty = |state: &mut QueueState<T>| state.queued.is_empty() && !state.closed;
        let state = self.0.changed.wait_while(self.0.lock(), empty);
        self.take(&mut state.unwrap_or_else(PoisonError::into_inner))
    }

    /// The next item, if there is one within a time.
    pub fn recv_timeout(&self, time: Duration) -> Result<T, RecvTimeoutError> {
        let start = Instant::now();
        let mut state = self.0.lock();
        loop {
            if let Some(item) = self.take(&mut state) {
                return Ok(item);
            }
            if state.closed {
                return Err(RecvTimeoutError::Disconnected);
            }
            let Some(left) = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) else {
                return Err(RecvTimeoutError::Timeout);
            };
            state = self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn take(&self, state: &mut QueueState<T>) -> Option<T> {
        let (item, bytes) = state.queued.pop_front()?;
        state.bytes -= bytes;
        self.0.changed.notify_all();
        Some(item)
    }
}

impl<T> Drop for QueueSender<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T> Drop for QueueReceiver<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_blocks_until_there_is_room() {
        for (items, bytes) in [(2, 1000), (1000, 20)] {
            let (sender, receiver) = bounded(items, bytes);
            std::thread::scope(|scope| {
                let sending = scope.spawn(move || {
                    for n in 0..5 {
                        assert!(sender.send(n, 10));
                    }
                });
                while receiver.0.lock().queued.len() < 2 {
                    std::thread::yield_now();
                }
                std::thread::sleep(Duration::from_millis(20));
                assert_eq!(receiver.0.lock().queued.len(), 2);
                assert_eq!((0..5).map(|_| receiver.recv().unwrap()).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
                sending.join().unwrap();
                assert_eq!(receiver.recv(), None);
            });
        }
    }

    #[test]
    fn an_item_that_is_too_large_waits_for_an_empty_queue() {
        let (sender, receiver) = bounded(10, 5);
        assert!(sender.send("large", 50));
        assert_eq!(receiver.try_recv(), Some("large"));
        assert_eq!(receiver.recv_timeout(Duration::from_millis(1)), Err(RecvTimeoutError::Timeout));
        assert!(sender.send("next", 1));
        drop(sender);
        assert_eq!(receiver.recv_timeout(Duration::ZERO), Ok("next"));
        assert_eq!(receiver.recv_timeout(Duration::from_secs(9)), Err(RecvTimeoutError::Disconnected));
    }

    #[test]
    fn nothing_is_sent_to_nobody() {
        let (sender, receiver) = bounded(1, 1);
        assert!(sender.send((), 1));
        std::thread::scope(|scope| {
            scope.spawn(move || assert!(!sender.send((), 1)));
            drop(receiver);
        });
    }
}
