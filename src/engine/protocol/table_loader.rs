//! Endgame tables, loaded or built by a thread in the background.

use super::options::EngineOptions;
use super::reply::ReplyWriter;
use crate::games::catalog::AnyRules;
use crate::tables::lookup::AnyTables;
use crate::tables::open::{SmallTables, TableSource, is_whole, may_be_larger, open};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, JoinHandle};

/// The tables of the present game. Those of another game are dropped when it is asked for, and their thread stops.
#[derive(Default)]
pub struct TableLoader {
    wanted: Option<(AnyRules, TableSource)>,
    loading: Arc<Loading>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Loading {
    tables: OnceLock<Arc<AnyTables>>,
    /// The same with a piece more, which takes longer.
    larger: OnceLock<Arc<AnyTables>>,
    stop: AtomicBool,
}

impl TableLoader {
    /// Sees to it that the tables of the options' game are there soon; what is wrong with files is told.
    pub fn request(&mut self, options: &EngineOptions, writer: ReplyWriter) {
        let folders = options.table_folders();
        let source = match folders.is_empty() {
            // What nobody asked for is not worth a message.
            true => TableSource { quiet: true, ..TableSource::usual(options.table_memory) },
            false => TableSource { folders, megabytes: options.table_memory, small: SmallTables::Quick, quiet: false },
        };
        let wanted = (*options.variant.rules(), source);
        if self.wanted.as_ref() == Some(&wanted) {
            return;
        }
        self.drop_tables();
        let loading = Arc::clone(&self.loading);
        let (rules, source) = wanted.clone();
        let variant = options.variant.to_string();
        let run = move || {
            let going = || !loading.stop.load(Relaxed);
            let report = |problem: &str| {
                if going() && !source.quiet {
                    writer.message(problem);
                }
            };
            // One thread, so that a search keeps the others.
            let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
            match pool.install(|| open(&rules, &source, &going, &report)) {
                Ok(Some(tables)) => drop(loading.tables.set(Arc::new(tables))),
                Ok(None) => {}
                Err(reason) => report(&format!("no tables for {variant}: {reason}")),
            }
            if may_be_larger(&rules, loading.tables.get().map(|tables| &**tables)) {
                let source = TableSource { small: SmallTables::Larger, ..source.clone() };
                // What is wrong with files has been told.
                if let Ok(Some(tables)) = pool.install(|| open(&rules, &source, &going, &|_| {})) {
                    drop(loading.larger.set(Arc::new(tables)));
                }
            }
        };
        // Without the thread there are no tables.
        self.thread = Builder::new().name("tables".into()).spawn(run).ok();
        self.wanted = Some(wanted);
    }

    /// The tables, if they are there by now.
    pub fn tables(&self) -> Option<Arc<AnyTables>> {
        self.loading.larger.get().or_else(|| self.loading.tables.get()).cloned()
    }

    /// Waits for the files of `TablePath`, if there are any, and for a game that is solved as a whole.
    pub fn wait_for_all(&mut self) {
        let named = self.wanted.as_ref().is_some_and(|(rules, source)| !source.quiet || is_whole(rules));
        if let Some(thread) = self.thread.take_if(|_| named) {
            let _ = thread.join();
        }
    }

    /// Forgets the tables. A search that uses them goes on doing so.
    pub fn drop_tables(&mut self) {
        self.loading.stop.store(true, Relaxed);
        *self = TableLoader::default();
    }
}
