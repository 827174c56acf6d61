//! A TCP connection that carries messages, each ended by NUL.
//!
//! A thread reads, so that waiting always has a time limit; what it has read and nobody has taken is bounded, and so is
//! the time that a send may take.

use super::message::{DxpMessage, MAX_MESSAGE, MessageError};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The port of DXP.
pub const PORT: u16 = 27531;

/// What comes from the peer.
#[derive(Debug, PartialEq, Eq)]
pub enum DxpEvent {
    /// A message of the peer.
    Message(DxpMessage),
    /// Bytes of the peer that are no message.
    Garbage(MessageError),
    /// The connection is closed.
    Closed,
}

/// A connection to a peer.
#[derive(Debug)]
pub struct DxpConnection {
    stream: TcpStream,
    events: Receiver<DxpEvent>,
    last_sent: Option<Instant>,
}

/// Unread events; then the reader waits, and TCP makes the peer wait.
const MAX_EVENTS: usize = 64;
/// How long a peer may leave its input unread.
const SEND_LIMIT: Duration = Duration::from_secs(10);
/// Clients in use take what arrives together as one message, so ours are sent with a gap.
const GAP: Duration = Duration::from_millis(50);

impl DxpConnection {
    /// Takes over a stream.
    pub fn new(stream: TcpStream) -> io::Result<DxpConnection> {
        // A listener that polls passes its mode on, on some systems.
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SEND_LIMIT))?;
        let (sender, events) = sync_channel(MAX_EVENTS);
        let reader = stream.try_clone()?;
        thread::Builder::new().name("dxp".into()).spawn(move || read_messages(reader, &sender))?;
        Ok(DxpConnection { stream, events, last_sent: None })
    }

    /// Connects to an address, trying until the time is up: the peer may be about to start.
    pub fn connect(address: &str, limit: Duration) -> io::Result<DxpConnection> {
        const PAUSE: Duration = Duration::from_millis(50);
        let deadline = Instant::now() + limit;
        loop {
            let error = match try_connect(address, deadline) {
                Ok(stream) => return DxpConnection::new(stream),
                Err(error) => error,
            };
            if error.kind() == io::ErrorKind::InvalidInput || Instant::now() + PAUSE >= deadline {
                return Err(error);
            }
            thread::sleep(PAUSE);
        }
    }

    /// Sends a message.
    pub fn send(&mut self, message: &DxpMessage) -> io::Result<()> {
        if let Some(sent) = self.last_sent {
            thread::sleep(GAP.saturating_sub(sent.elapsed()));
        }
        let mut bytes = message.encode().into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes)?;
        self.last_sent = Some(Instant::now());
        Ok(())
    }

    /// The next event; `None` after the deadline.
    pub fn receive(&self, deadline: Instant) -> Option<DxpEvent> {
        match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(DxpEvent::Closed),
        }
    }
}

impl Drop for DxpConnection {
    fn drop(&mut self) {
        // Ends the reader, too.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn try_connect(address: &str, deadline: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::InvalidInput, "no such address");
    for address in address.to_socket_addrs()? {
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        match TcpStream::connect_timeout(&address, left) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn read_messages(mut stream: TcpStream, events: &SyncSender<DxpEvent>) {
    let mut buffer = [0; 1024];
    let mut message = Vec::new();
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        for byte in buffer.iter().take(count) {
            if *byte != 0 {
                // One byte more than allowed is kept, so that the message is known to be too long.
                if message.len() <= MAX_MESSAGE {
                    message.push(*byte);
                }
                continue;
            }
            let event = DxpMessage::parse(&message).map_or_else(DxpEvent::Garbage, DxpEvent::Message);
            message.clear();
            if events.send(event).is_err() {
                return;
            }
        }
    }
    let _ = events.send(DxpEvent::Closed);
}
