//! A WebSocket as the input and output of an engine: each line of the protocol is a text message.
//!
//! The thread that reads and those that write share the socket. Each has a `WebSocket` of its own on it; a write of theirs is always
//! whole frames, which [`SharedStream`] does not let interleave.

use super::http::WRITE_LIMIT;
use crate::engine::protocol::{self, ConnectionLimits, Dialect};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// The maximum length of a message, and so of a line.
const MAX_MESSAGE: usize = 64 << 10;
/// After this long without a message the client is pinged; after as long without an answer it is disconnected.
const PING_AFTER: Duration = Duration::from_secs(30);

/// Runs an engine until the client leaves or sends `quit`.
pub(super) fn run_engine(stream: &TcpStream, limits: ConnectionLimits) {
    let Ok((reader, writer)) = split(stream) else { return };
    let lines = MessageLines { socket: reader, waiting: VecDeque::new(), pinged: false };
    protocol::run_lines(lines, LineMessages(writer), Some(Dialect::Uci), limits);
    let _ = stream.shutdown(Shutdown::Both);
}

/// The two ends of a socket.
fn split(stream: &TcpStream) -> io::Result<(WebSocket<SharedStream>, WebSocket<SharedStream>)> {
    stream.set_read_timeout(Some(PING_AFTER))?;
    stream.set_write_timeout(Some(WRITE_LIMIT))?;
    let config = WebSocketConfig::default()
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE));
    let output = Arc::new(Mutex::new(stream.try_clone()?));
    let end = || -> io::Result<_> {
        let shared = SharedStream { input: stream.try_clone()?, output: Arc::clone(&output) };
        Ok(WebSocket::from_raw_socket(shared, Role::Server, Some(config)))
    };
    Ok((end()?, end()?))
}

/// A stream whose writes are complete, and one at a time.
struct SharedStream {
    input: TcpStream,
    output: Arc<Mutex<TcpStream>>,
}

impl Read for SharedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer)
    }
}

impl Write for SharedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let written = output.write_all(bytes);
        if written.is_err() {
            // Half a frame may have gone out: nothing can follow it.
            let _ = output.shutdown(Shutdown::Both);
        }
        written.map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines of a client's messages. They end when the client leaves, or breaks the rules of WebSocket or the limits.
struct MessageLines {
    socket: WebSocket<SharedStream>,
    waiting: VecDeque<String>,
    /// Whether the client has been pinged since its last message.
    pinged: bool,
}

impl Iterator for MessageLines {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Some(line);
            }
            match self.socket.read() {
                Ok(Message::Text(text)) => self.waiting.extend(text.lines().map(ToString::to_string)),
                Ok(Message::Binary(bytes)) => {
                    self.waiting.extend(String::from_utf8_lossy(&bytes).lines().map(ToString::to_string));
                }
                Ok(_) => {}
                Err(Error::Io(error))
                    if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) && !self.pinged =>
                {
                    self.pinged = true;
                    self.socket.send(Message::Ping(Default::default())).ok()?;
                    continue;
                }
                Err(_) => return None,
            }
            self.pinged = false;
        }
    }
}

/// Sends each line as a message. It never fails, since that would end the process: what a client that has left does not get is lost,
/// and its [`MessageLines`] end.
struct LineMessages(WebSocket<SharedStream>);

impl Write for LineMessages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(bytes).lines() {
            if self.0.send(Message::text(line)).is_err() {
                break;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
