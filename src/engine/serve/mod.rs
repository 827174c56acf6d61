//! The engine on a socket: a page to play on, and a WebSocket that carries the protocol line by line.
//!
//! ```text
//! mod      the listener, its clients and their limits
//! http     requests, who may make them, and responses
//! socket   a WebSocket as the input and output of an engine
//! page     the files of the page, part of the program
//! ```
//!
//! A connection is a thread that blocks on its socket, so a server without visitors does nothing. Each WebSocket has an engine of
//! its own in this process: the engine keeps all state of a connection in its session. What the process shares, the user's own
//! games and loaded weights, can only be set by options that name files, and those are refused here.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod http;
mod page;
mod socket;

use crate::engine::protocol::ConnectionLimits;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the clients' threads may take to end when the server stops.
const STOP_LIMIT: Duration = Duration::from_secs(2);

/// What the arguments of `millstone serve` decide.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Host names in requests that are allowed besides `localhost` and addresses.
    pub hosts: Vec<String>,
    /// Origins that may open a WebSocket besides the server's own.
    pub origins: Vec<String>,
    /// How many engines may run at once.
    pub engines: usize,
    /// The limits of each engine.
    pub limits: ConnectionLimits,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    state: Arc<ServerState>,
}

/// Stops a server from another thread.
#[derive(Clone)]
pub struct ServerStop(Arc<ServerState>);

struct ServerState {
    settings: ServerSettings,
    address: SocketAddr,
    stopping: AtomicBool,
    clients: Mutex<Clients>,
    /// Notified when a client leaves.
    left: Condvar,
}

#[derive(Default)]
struct Clients {
    /// All open connections by number, so that they can be closed.
    streams: HashMap<u64, TcpStream>,
    next: u64,
    engines: usize,
}

impl Server {
    /// Listens on an address.
    pub fn bind(address: SocketAddr, settings: ServerSettings) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let state = ServerState {
            settings,
            address,
            stopping: AtomicBool::new(false),
            clients: Mutex::default(),
            left: Condvar::new(),
        };
        Ok(Server { listener, state: Arc::new(state) })
    }

    /// The address, with the port that the system chose if it was 0.
    pub fn address(&self) -> SocketAddr {
        self.state.address
    }

    /// For another thread, or the handler of a signal, to end `run`.
    pub fn stop_handle(&self) -> ServerStop {
        ServerStop(Arc::clone(&self.state))
    }

    /// Serves until it is stopped.
    pub fn run(&self) {
        while !self.state.stopping.load(Relaxed) {
            match self.listener.accept() {
                Ok((stream, _)) => ServerState::serve(&self.state, stream),
                // No file handles left, or the client has gone already. Trying again at once would use up a core.
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
        self.state.close_all();
    }
}

impl ServerStop {
    /// Makes [`Server::run`] close all connections and return.
    pub fn stop(&self) {
        self.0.stopping.store(true, Relaxed);
        // A connection wakes the listener up.
        let mut address = self.0.address;
        if address.ip().is_unspecified() {
            let own = if address.is_ipv4() { IpAddr::from(Ipv4Addr::LOCALHOST) } else { Ipv6Addr::LOCALHOST.into() };
            address.set_ip(own);
        }
        let _ = TcpStream::connect_timeout(&address, STOP_LIMIT);
    }
}

impl ServerState {
    /// Serves a client on a thread of its own. There may be twice as many clients as engines, so that the page can still be
    /// fetched when all engines are in use; who comes then is disconnected.
    fn serve(state: &Arc<ServerState>, stream: TcpStream) {
        let Some(number) = state.admit(&stream) else { return };
        let own = Arc::clone(state);
        let leave = OnDrop(move || own.dismiss(number));
        let own = Arc::clone(state);
        let work = move || {
            let _leave = leave;
            http::serve(&own, stream);
        };
        // Without a thread the client is dismissed at once.
        let _ = std::thread::Builder::new().name("client".into()).spawn(work);
    }

    fn admit(&self, stream: &TcpStream) -> Option<u64> {
        let mut clients = self.clients();
        if clients.streams.len() >= self.settings.engines.saturating_mul(2).max(16) {
            return None;
        }
        let number = clients.next;
        clients.next += 1;
        clients.streams.insert(number, stream.try_clone().ok()?);
        Some(number)
    }

    fn dismiss(&self, number: u64) {
        self.clients().streams.remove(&number);
        self.left.notify_all();
    }

    /// Runs `work` if there is a place for another engine; `None` if there is not.
    fn with_engine<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        {
            let mut clients = self.clients();
            if clients.engines >= self.settings.engines {
                return None;
            }
            clients.engines += 1;
        }
        let _free = OnDrop(|| self.clients().engines -= 1);
        Some(work())
    }

    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes all connections and waits for their threads.
    fn close_all(&self) {
        let clients = self.clients();
        for stream in clients.streams.values() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        let _ = self.left.wait_timeout_while(clients, STOP_LIMIT, |clients| !clients.streams.is_empty());
    }
}

/// Does something at the end of a scope, also after a panic.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
