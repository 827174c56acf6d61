//! Lines to the output, each flushed as it is written, and for Hub never two at once.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What lies between two lines of Hub: there are clients that lose lines which arrive together.
const GAP: Duration = Duration::from_millis(2);
/// What lies before a line that the client waits for. Losing that one, it would wait for ever.
const LAST_GAP: Duration = Duration::from_millis(5);

/// The output, shared by whoever has something to say.
#[derive(Clone)]
pub struct Output(Arc<Shared>);

struct Shared {
    writer: Mutex<Box<dyn Write + Send>>,
    paced: OnceLock<Paced>,
}

/// Lines waiting for their turn.
struct Paced {
    queue: Arc<Queue>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    news: Condvar,
}

#[derive(Default)]
struct Waiting {
    lines: VecDeque<Waiter>,
    ended: bool,
}

struct Waiter {
    text: String,
    /// Whether the next line of this kind may take its place.
    replaceable: bool,
}

impl Waiter {
    /// Whether a client waits for this line rather than for one after it.
    fn is_last(&self) -> bool {
        !self.replaceable && !self.text.starts_with("id ") && !self.text.starts_with("param ")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Output {
    /// An output that writes at once.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Shared { writer: Mutex::new(Box::new(writer)), paced: OnceLock::new() }))
    }

    /// From now on leaves a gap between lines.
    pub fn pace(&self) {
        self.0.paced.get_or_init(|| {
            let queue = Arc::new(Queue::default());
            // The thread holds the shared part weakly by way of the queue's end: `end` is what stops it.
            let (shared, own) = (Arc::clone(&self.0), Arc::clone(&queue));
            let thread = std::thread::Builder::new().spawn(move || write_paced(&shared, &own)).ok();
            Paced { queue, thread: Mutex::new(thread) }
        });
    }

    /// Writes a line, or several with newlines between them.
    pub fn line(&self, text: &str) {
        self.put(text, false);
    }

    /// Writes a line that is of no use any more once another such line follows.
    pub fn passing_line(&self, text: &str) {
        self.put(text, true);
    }

    fn put(&self, text: &str, replaceable: bool) {
        let Some(paced) = self.0.paced.get().filter(|paced| lock(&paced.thread).is_some()) else {
            return self.0.write(text);
        };
        let mut waiting = lock(&paced.queue.waiting);
        if replaceable && waiting.lines.back().is_some_and(|last| last.replaceable) {
            waiting.lines.pop_back();
        }
        waiting.lines.push_back(Waiter { text: text.to_string(), replaceable });
        paced.queue.news.notify_one();
    }

    /// Whether somebody is writing, which lasts as long as nobody reads.
    pub fn is_busy(&self) -> bool {
        matches!(self.0.writer.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Waits until all that was said is written.
    pub fn end(&self) {
        if let Some(paced) = self.0.paced.get() {
            lock(&paced.queue.waiting).ended = true;
            paced.queue.news.notify_one();
            if let Some(thread) = lock(&paced.thread).take() {
                let _ = thread.join();
            }
        }
    }
}

impl Shared {
    fn write(&self, text: &str) {
        let mut writer = lock(&self.writer);
        // One write for the line and its end.
        let line = format!("{text}\n");
        if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
            // Whoever listened has gone, and there is nobody left to tell.
            std::process::exit(0);
        }
    }
}

fn write_paced(shared: &Shared, queue: &Queue) {
    let mut last: Option<Instant> = None;
    loop {
        let mut waiting = lock(&queue.waiting);
        while waiting.lines.is_empty() && !waiting.ended {
            waiting = queue.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        let gap = if waiting.lines.front().is_some_and(Waiter::is_last) { LAST_GAP } else { GAP };
        drop(waiting);
        // Taken only after the gap, so that it can still be replaced.
        if let Some(rest) = last.and_then(|last| gap.checked_sub(last.elapsed())) {
            std::thread::sleep(rest);
        }
        let next = lock(&queue.waiting).lines.pop_front();
        match next {
            Some(waiter) => shared.write(&waiter.text),
            None => return,
        }
        last = Some(Instant::now());
    }
}
