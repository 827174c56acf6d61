//! The search thread, and the handle by which the reader and the session control it.

use super::reply::{GRACE, ReplyWriter, SearchReply};
use crate::engine::any_counter::Count;
use crate::engine::any_game::{Search, Tools};
use crate::search::{Limits, STACK};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The search (or perft) that is running or ran last. Clones share it.
///
/// The mutex is never held while something is written or waited for, so that the reader thread is never blocked.
#[derive(Clone, Default)]
pub struct ActiveSearch(Arc<Mutex<Option<SearchThread>>>);

struct SearchThread {
    reply: Arc<SearchReply>,
    /// `None` once it was joined.
    handle: Option<JoinHandle<()>>,
    /// The time in which it must reply, if limited.
    time_limit: Option<Duration>,
    /// When that time began; `None` if it begins with the ponder hit.
    clock_start: Option<Instant>,
}

impl ActiveSearch {
    /// Starts a search as soon as the one before has ended; `false` if the system starts no thread.
    pub fn start(&self, search: Search, limits: &Limits<String>, tools: Tools, writer: ReplyWriter) -> bool {
        // At limited strength the search picks its move at the end, so no line before it tells the move.
        let fallback = tools.settings.strength.is_none().then(|| search.any.clone());
        let time_limit = limits.deadlines.filter(|_| !limits.infinite).map(|deadlines| deadlines.hard);
        let clock_start = limits.asked.filter(|_| !limits.ponder);
        let work = move |reply: &SearchReply| {
            let outcome = search.run(&tools, &reply.signals, &mut |lines| reply.report(lines));
            reply.finish(|writer| writer.best_move(&outcome));
        };
        self.spawn(SearchReply::new(writer, fallback), time_limit, clock_start, work)
    }

    /// Starts a perft in the same way.
    pub fn start_perft(&self, count: Count, writer: ReplyWriter) -> bool {
        let output = writer.output.clone();
        let work = move |reply: &SearchReply| {
            let total = count(&reply.signals, &mut |mv, nodes| output.line(&format!("{mv}: {nodes}")));
            reply.finish(|writer| match total {
                Some(total) => writer.output.line(&format!("\nNodes searched: {total}")),
                None => writer.message("perft: stopped before the count was complete"),
            });
        };
        self.spawn(SearchReply::new(writer, None), None, None, work)
    }

    fn spawn(
        &self,
        reply: SearchReply,
        time_limit: Option<Duration>,
        clock_start: Option<Instant>,
        work: impl FnOnce(&SearchReply) + Send + 'static,
    ) -> bool {
        let previous = self.lock().take().and_then(|search| search.handle);
        let reply = Arc::new(reply);
        let own = Arc::clone(&reply);
        let run = move || {
            if let Some(previous) = previous {
                let _ = previous.join();
            }
            work(&own);
        };
        let handle = Builder::new().name("search".into()).stack_size(STACK).spawn(run).ok();
        let started = handle.is_some();
        *self.lock() = started.then_some(SearchThread { reply, handle, time_limit, clock_start });
        started
    }

    fn lock(&self) -> MutexGuard<'_, Option<SearchThread>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reply(&self) -> Option<Arc<SearchReply>> {
        self.lock().as_ref().map(|search| Arc::clone(&search.reply))
    }

    /// Stops the search; it replies soon, or this replies in its place.
    pub fn stop(&self) {
        if let Some(reply) = self.reply() {
            reply.stop();
        }
    }

    /// Starts the clock of a search that ponders: the opponent has played the expected move.
    pub fn ponder_hit(&self) {
        if let Some(reply) = self.reply() {
            reply.signals.ponder_hit();
        }
    }

    /// Replies in place of the search, if that is possible.
    pub fn force_reply(&self) {
        if let Some(reply) = self.reply() {
            reply.force();
        }
    }

    /// Stops the search and waits for its reply.
    pub fn finish(&self) {
        self.stop();
        self.force_reply();
        if self.reply().is_some_and(|reply| !reply.is_sent()) {
            let handle = self.lock().as_mut().and_then(|search| search.handle.take());
            if let Some(handle) = handle {
                let _ = handle.join();
            }
        }
    }

    /// Whether a search was running, its reply not yet sent, at a point in time.
    pub fn was_running(&self, at: Instant) -> bool {
        self.reply().is_some_and(|reply| !reply.was_sent_before(at))
    }

    /// Whether a thread may still use the table; a search that was replied for may.
    pub fn uses_table(&self) -> bool {
        self.lock().as_ref().is_some_and(|search| {
            !search.reply.has_ended() && search.handle.as_ref().is_some_and(|handle| !handle.is_finished())
        })
    }

    /// When to call [`ActiveSearch::enforce_deadline`].
    pub fn due(&self) -> Option<Instant> {
        let (reply, deadline) = {
            let search = self.lock();
            let search = search.as_ref()?;
            let clock_start = search.clock_start.or_else(|| search.reply.signals.ponder_hit_at())?;
            (Arc::clone(&search.reply), clock_start.checked_add(search.time_limit?)?)
        };
        let due = deadline.checked_add(GRACE)?;
        // A search that has reported nothing by then gets a little longer.
        let due = if due <= Instant::now() { deadline.checked_add(reply.grace())? } else { due };
        reply.is_forcible().then_some(due)
    }

    /// Replies in place of a search whose time is up.
    pub fn enforce_deadline(&self) {
        if self.due().is_some_and(|due| due <= Instant::now()) {
            self.force_reply();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reply::tests::{CapturedOutput, line, outcome};
    use super::*;
    use crate::engine::any_game::any_game;
    use crate::games::notation::Style;
    use crate::search::tt::TranspositionTable;
    use crate::search::{Deadlines, Settings, Strength};
    use std::sync::mpsc::{Sender, channel};

    /// A search that does nothing until the sender is dropped.
    fn stuck(search: &ActiveSearch, output: &CapturedOutput, time_limit: Option<Duration>) -> Sender<()> {
        let (release, held) = channel::<()>();
        let reply = SearchReply::new(output.writer(), Some(line(1, &["1-6"])));
        assert!(search.spawn(reply, time_limit, None, move |_| held.recv().unwrap_or_default()));
        release
    }

    #[test]
    fn a_search_begins_when_the_late_one_before_it_has_ended() {
        let (search, output) = (ActiveSearch::default(), CapturedOutput::default());
        let release = stuck(&search, &output, None);
        search.finish();
        assert!(search.uses_table());
        let (reply, written) = (SearchReply::new(output.writer(), None), output.clone());
        let next = move |reply: &SearchReply| {
            assert_eq!(written.best_moves(), ["1-6"]);
            reply.finish(|writer| writer.best_move(&outcome("2-7")));
        };
        assert!(search.spawn(reply, None, None, next));
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(output.best_moves(), ["1-6"], "it waits");
        drop(release);
        search.finish();
        assert_eq!(output.best_moves(), ["1-6", "2-7"]);
        assert!(!search.uses_table());
    }

    #[test]
    fn a_search_whose_time_is_up_is_replied_for() {
        let (search, output) = (ActiveSearch::default(), CapturedOutput::default());
        let release = stuck(&search, &output, Some(Duration::from_millis(20)));
        search.reply().unwrap().report(&[line(1, &["2-7"])]);
        assert_eq!(search.due(), None, "its clock has not started");
        search.ponder_hit();
        let due = search.due().unwrap();
        search.enforce_deadline();
        assert!(Instant::now() >= due || output.best_moves().is_empty());
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        search.enforce_deadline();
        assert_eq!(output.best_moves(), ["2-7"]);
        assert_eq!(search.due(), None, "the reply is sent");
        drop(release);
    }

    #[test]
    fn only_a_running_clock_has_a_deadline() {
        let due = |limits: Limits<String>, strength: Option<Strength>| {
            let (game, output) = (any_game(&"english".parse().unwrap()), CapturedOutput::default());
            let limits = Limits { asked: Some(Instant::now()), ..limits };
            let settings = Settings { strength, ..Settings::default() };
            let tools = Tools { table: Arc::new(TranspositionTable::new(1)), pool: None, settings, tables: None };
            let search = ActiveSearch::default();
            assert!(search.start(game.search(&limits, Style::Usual), &limits, tools, output.writer()));
            let due = search.due().map(|due| due - limits.asked.unwrap());
            search.finish();
            assert_eq!(output.best_moves().len(), 1);
            due
        };
        let time = Duration::from_secs(60);
        let timed = || Limits { deadlines: Some(Deadlines::fixed(time)), ..Limits::default() };
        assert_eq!(due(timed(), None), Some(time + GRACE));
        assert_eq!(due(Limits { infinite: true, ..timed() }, None), None);
        assert_eq!(due(Limits { ponder: true, ..timed() }, None), None);
        assert_eq!(due(Limits { infinite: true, ..Limits::default() }, None), None);
        assert_eq!(due(timed(), Some(Strength::from_level(0))), None);
    }
}
