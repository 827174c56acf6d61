//! The transposition table and the thread pool, allocated when they are first needed.

use super::options::EngineOptions;
use crate::search;
use crate::search::tt::TranspositionTable;
use rayon::ThreadPool;
use std::sync::Arc;

/// What searches share and keep from one to the next.
#[derive(Default)]
pub struct SearchResources {
    table: Option<Arc<TranspositionTable>>,
    /// The pool, with the number of threads it was made for.
    pool: Option<(usize, Arc<ThreadPool>)>,
}

impl SearchResources {
    /// The table of the size of the option Hash. If there is not enough memory, it is smaller, the option is set
    /// to its size, and `warn` is called.
    pub fn table(&mut self, options: &mut EngineOptions, warn: impl FnOnce(&str)) -> Arc<TranspositionTable> {
        let table = match self.table.take() {
            Some(table) if table.bytes() == options.hash << 20 => table,
            old => {
                // First free the old one: there may not be memory for both.
                drop(old);
                allocate(options.hash, warn)
            }
        };
        options.hash = table.bytes() >> 20;
        self.table = Some(Arc::clone(&table));
        table
    }

    /// The pool for the option Threads; `None` for one thread. If the threads cannot be started, `warn` is called.
    pub fn pool(&mut self, options: &EngineOptions, warn: impl FnOnce(&str)) -> Option<Arc<ThreadPool>> {
        let threads = options.threads;
        if self.pool.as_ref().is_none_or(|(size, _)| *size != threads) {
            self.pool = None;
            match search::pool(threads) {
                Ok(pool) => self.pool = pool.map(|pool| (threads, pool)),
                Err(error) => warn(&format!("option Threads: cannot start {threads} threads ({error}); using 1")),
            }
        }
        self.pool.as_ref().map(|(_, pool)| Arc::clone(pool))
    }

    /// Clears the table. One that is in use is left to its search, and the next search gets a new one.
    pub fn clear_table(&mut self, in_use: bool) {
        if in_use {
            self.table = None;
        } else if let Some(table) = &self.table {
            table.new_game();
        }
    }
}

fn allocate(megabytes: usize, warn: impl FnOnce(&str)) -> Arc<TranspositionTable> {
    let table = TranspositionTable::try_new(megabytes).unwrap_or_else(|error| {
        let table = TranspositionTable::new(megabytes / 2);
        let smaller = table.bytes() >> 20;
        warn(&format!("option Hash: cannot allocate {megabytes} MB ({error}); using {smaller} MB"));
        table
    });
    let table = Arc::new(table.lazy());
    // A weak reference: a table that is replaced is freed at once.
    let lazy = Arc::downgrade(&table);
    let prefault = move || while lazy.upgrade().is_some_and(|table| table.prefault()) {};
    if std::thread::Builder::new().name("prefault".into()).spawn(prefault).is_err() {
        // Without the thread the first search is slower.
        table.grow(true);
    }
    table
}
