//! Lines to standard output, each flushed as it is written; in Hub with a pause between lines.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The pause between two lines of Hub: some clients lose lines that arrive together.
const PAUSE: Duration = Duration::from_millis(2);
/// The pause before a line that the client waits for. If it lost that one, it would wait forever.
const PAUSE_BEFORE_REPLY: Duration = Duration::from_millis(5);

/// How many lines may wait. Then whoever writes has to wait, too.
const MAX_QUEUED: usize = 1000;

/// The output, shared by all threads that write to it.
#[derive(Clone)]
pub struct ProtocolOutput(Arc<OutputState>);

struct OutputState {
    writer: Mutex<Box<dyn Write + Send>>,
    paced: OnceLock<PacedWriter>,
}

/// A thread that writes queued lines, with a pause between them.
struct PacedWriter {
    queue: Arc<LineQueue>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct LineQueue {
    queued: Mutex<QueuedLines>,
    changed: Condvar,
}

#[derive(Default)]
struct QueuedLines {
    lines: VecDeque<QueuedLine>,
    closed: bool,
}

struct QueuedLine {
    text: String,
    /// Whether a newer line of this kind may replace it.
    replaceable: bool,
}

impl QueuedLine {
    /// Whether a client may be waiting for this line.
    fn is_reply(&self) -> bool {
        !self.replaceable && !self.text.starts_with("id ") && !self.text.starts_with("param ")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ProtocolOutput {
    /// An output that writes without pauses.
    pub fn new(writer: impl Write + Send + 'static) -> ProtocolOutput {
        ProtocolOutput(Arc::new(OutputState { writer: Mutex::new(Box::new(writer)), paced: OnceLock::new() }))
    }

    /// Pauses between lines from now on.
    pub fn pace(&self) {
        self.0.paced.get_or_init(|| {
            let queue = Arc::new(LineQueue::default());
            // The thread and the state own each other until `close` ends the thread.
            let (state, own) = (Arc::clone(&self.0), Arc::clone(&queue));
            let thread = std::thread::Builder::new().spawn(move || write_paced(&state, &own)).ok();
            PacedWriter { queue, thread: Mutex::new(thread) }
        });
    }

    /// Writes a line, or several separated by line feeds.
    pub fn line(&self, text: &str) {
        self.put(text, false);
    }

    /// Writes a line that may be dropped if another replaceable line follows before it is written.
    pub fn replaceable_line(&self, text: &str) {
        self.put(text, true);
    }

    fn put(&self, text: &str, replaceable: bool) {
        let Some(paced) = self.0.paced.get().filter(|paced| lock(&paced.thread).is_some()) else {
            return self.0.write(text);
        };
        let full = |queued: &mut QueuedLines| queued.lines.len() >= MAX_QUEUED && !queued.closed;
        let queued = paced.queue.changed.wait_while(lock(&paced.queue.queued), full);
        let mut queued = queued.unwrap_or_else(PoisonError::into_inner);
        if replaceable && queued.lines.back().is_some_and(|last| last.replaceable) {
            queued.lines.pop_back();
        }
        queued.lines.push_back(QueuedLine { text: text.to_string(), replaceable });
        paced.queue.changed.notify_all();
    }

    /// Whether a line would have to wait, since the client does not read as fast as lines are written.
    pub fn is_busy(&self) -> bool {
        let full = |paced: &PacedWriter| lock(&paced.queue.queued).lines.len() >= MAX_QUEUED;
        matches!(self.0.writer.try_lock(), Err(TryLockError::WouldBlock)) || self.0.paced.get().is_some_and(full)
    }

    /// Waits until all queued lines are written.
    pub fn close(&self) {
        if let Some(paced) = self.0.paced.get() {
            lock(&paced.queue.queued).closed = true;
            paced.queue.changed.notify_all();
            if let Some(thread) = lock(&paced.thread).take() {
                let _ = thread.join();
            }
        }
    }
}

impl OutputState {
    fn write(&self, text: &str) {
        let mut writer = lock(&self.writer);
        // A single write, so that the client never reads half a line.
        let line = format!("{text}\n");
        if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
            // The client has closed the pipe.
            std::process::exit(0);
        }
    }
}

fn write_paced(state: &OutputState, queue: &LineQueue) {
    let mut last: Option<Instant> = None;
    loop {
        let mut queued = lock(&queue.queued);
        while queued.lines.is_empty() && !queued.closed {
            queued = queue.changed.wait(queued).unwrap_or_else(PoisonError::into_inner);
        }
        let pause = if queued.lines.front().is_some_and(QueuedLine::is_reply) { PAUSE_BEFORE_REPLY } else { PAUSE };
        drop(queued);
        // The line stays in the queue during the pause, so that it can still be replaced.
        if let Some(rest) = last.and_then(|last| pause.checked_sub(last.elapsed())) {
            std::thread::sleep(rest);
        }
        let next = lock(&queue.queued).lines.pop_front();
        queue.changed.notify_all();
        match next {
            Some(line) => state.write(&line.text),
            None => return,
        }
        last = Some(Instant::now());
    }
}
