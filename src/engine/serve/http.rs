//! HTTP, as far as a page of fixed files needs it: one request per connection, `GET` and `HEAD`.

use super::{ServerSettings, ServerState, page, socket};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Shutdown, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::handshake::derive_accept_key;

/// The maximum length of a request.
const MAX_REQUEST: usize = 16 << 10;
/// How long a client may take to send its request.
const REQUEST_LIMIT: Duration = Duration::from_secs(5);
/// How long a write to a client that does not read may block.
pub(super) const WRITE_LIMIT: Duration = Duration::from_secs(10);
/// The path of the WebSocket.
const SOCKET_PATH: &str = "/ws";

/// What is needed of a request.
#[derive(Debug, Default, PartialEq, Eq)]
struct Request {
    method: String,
    path: String,
    host: String,
    origin: Option<String>,
    upgrade: bool,
    version: String,
    key: Option<String>,
}

/// Why a request is refused: the status, and the reason for a person.
type Refusal = (&'static str, &'static str);

/// Answers one request, or runs an engine on the connection.
pub(super) fn serve(state: &ServerState, mut stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_write_timeout(Some(WRITE_LIMIT));
    let Ok(request) = read_request(&mut stream) else { return };
    let answer = request.and_then(|request| {
        check_host(&request.host, &state.settings)?;
        if request.path != SOCKET_PATH {
            let file = page::file(&request.path).ok_or(("404 Not Found", "no such file"))?;
            respond(&mut stream, "200 OK", file.kind, file.content, request.method == "HEAD", &request.host);
            return Ok(());
        }
        let accept = check_upgrade(&request, &state.settings)?;
        state
            .with_engine(|| {
                let head = format!(
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
                );
                if stream.write_all(head.as_bytes()).is_ok() {
                    socket::run_engine(&stream, state.settings.limits);
                }
            })
            .ok_or(("503 Service Unavailable", "all engines are in use"))
    });
    if let Err((status, reason)) = answer {
        respond(&mut stream, status, "text/plain; charset=utf-8", format!("{reason}\n").as_bytes(), false, "");
    }
    hang_up(&mut stream);
}

/// Reads a request; an I/O error if the client does not send a whole one in time.
fn read_request(stream: &mut TcpStream) -> io::Result<Result<Request, Refusal>> {
    let deadline = Instant::now() + REQUEST_LIMIT;
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        let read = stream.read(&mut chunk)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(chunk.get(..read).unwrap_or_default());
        match parse(&bytes) {
            Ok(None) if bytes.len() >= MAX_REQUEST => {
                return Ok(Err(("431 Request Header Fields Too Large", "the request is too long")));
            }
            Ok(None) => {}
            Ok(Some(request)) => return Ok(Ok(request)),
            Err(refusal) => return Ok(Err(refusal)),
        }
    }
}

/// Parses a request; `None` if it is not complete.
fn parse(bytes: &[u8]) -> Result<Option<Request>, Refusal> {
    const MALFORMED: Refusal = ("400 Bad Request", "this is not an HTTP request");
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut parsed = httparse::Request::new(&mut headers);
    if parsed.parse(bytes).map_err(|_| MALFORMED)?.is_partial() {
        return Ok(None);
    }
    let method = parsed.method.unwrap_or_default();
    if !["GET", "HEAD"].contains(&method) {
        return Err(("405 Method Not Allowed", "only GET and HEAD are allowed"));
    }
    let path = parsed.path.unwrap_or_default();
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let mut request = Request { method: method.into(), path: path.into(), ..Request::default() };
    let mut hosts = 0;
    for header in parsed.headers.iter() {
        let value = std::str::from_utf8(header.value).map_err(|_| MALFORMED)?.trim();
        match header.name.to_ascii_lowercase().as_str() {
            "host" => {
                hosts += 1;
                request.host = value.to_ascii_lowercase();
            }
            "origin" => request.origin = Some(value.to_ascii_lowercase()),
            "upgrade" => request.upgrade = value.eq_ignore_ascii_case("websocket"),
            "sec-websocket-version" => request.version = value.into(),
            "sec-websocket-key" => request.key = Some(value.into()),
            _ => {}
        }
    }
    if hosts == 1 { Ok(Some(request)) } else { Err(MALFORMED) }
}

/// Only names that are known to be this machine's: a foreign page that points its own name at this address (DNS rebinding)
/// comes with that name. It cannot come with an address or `localhost`.
fn check_host(host: &str, settings: &ServerSettings) -> Result<(), Refusal> {
    // An IPv6 address contains colons, but ends with a bracket.
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let known = name == "localhost"
        || address.parse::<IpAddr>().is_ok()
        || settings.hosts.iter().any(|allowed| [name, host].contains(&allowed.as_str()));
    if known { Ok(()) } else { Err(("403 Forbidden", "unknown host; --allow-host allows it")) }
}

/// Checks the request for a WebSocket; gives the key to accept it with. Browsers name the origin of the page that asks, and a page
/// from elsewhere must not drive the engine. Other programs name none.
fn check_upgrade(request: &Request, settings: &ServerSettings) -> Result<String, Refusal> {
    let own = |origin: &str| {
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        authority == Some(&request.host)
    };
    if request.origin.as_ref().is_some_and(|origin| !own(origin) && !settings.origins.contains(origin)) {
        return Err(("403 Forbidden", "foreign origin; --allow-origin allows it"));
    }
    match &request.key {
        Some(key) if request.upgrade && request.version == "13" && request.method == "GET" => {
            Ok(derive_accept_key(key.as_bytes()))
        }
        _ => Err(("426 Upgrade Required", "this is a WebSocket")),
    }
}

fn respond(stream: &mut TcpStream, status: &str, kind: &str, content: &[u8], head_only: bool, host: &str) {
    // `connect-src 'self'` does not cover WebSockets in all browsers, so the checked host is named.
    let own_socket = if host.is_empty() { String::new() } else { format!(" ws://{host} wss://{host}") };
    let head = format!(
        "HTTP/1.1 {status}\r\n\
         Content-Type: {kind}\r\n\
         Content-Length: {}\r\n\
         Connection: close\r\n\
         Cache-Control: no-cache\r\n\
         Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'{own_socket}; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Permissions-Policy: camera=(), geolocation=(), microphone=()\r\n\
         Referrer-Policy: no-referrer\r\n\
         X-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\n\r\n",
        content.len()
    );
    let mut response = head.into_bytes();
    if !head_only {
        response.extend_from_slice(content);
    }
    let _ = stream.write_all(&response);
}

/// Closes a connection so that the last bytes arrive: closing while there is unread input would make the system drop them.
fn hang_up(stream: &mut TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let mut rest = [0; 4096];
    for _ in 0..16 {
        if !matches!(stream.read(&mut rest), Ok(1..)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::protocol::ConnectionLimits;

    fn settings() -> ServerSettings {
        ServerSettings {
            hosts: vec!["board.example".into()],
            origins: vec!["https://front.example".into()],
            engines: 1,
            limits: ConnectionLimits::default(),
        }
    }

    #[test]
    fn a_request_is_read_as_soon_as_it_is_complete() {
        assert_eq!(parse(b"GET / HTTP/1.1\r\nHost: localhost:1\r\n"), Ok(None));
        let request = parse(b"GET /a?b HTTP/1.1\r\nHost: LocalHost:1\r\nOrigin: http://x\r\n\r\n").unwrap().unwrap();
        assert_eq!((request.path.as_str(), request.host.as_str()), ("/a", "localhost:1"));
        assert_eq!(request.origin.as_deref(), Some("http://x"));
    }

    #[test]
    fn other_requests_are_refused() {
        for wrong in [
            "POST / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "\x16\x03\x01\x02",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        ] {
            assert!(parse(wrong.as_bytes()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn only_known_hosts_are_served() {
        for host in
            ["localhost", "localhost:8124", "127.0.0.1:1", "[::1]:8124", "[::1]", "192.168.1.2:80", "board.example:8"]
        {
            assert_eq!(check_host(host, &settings()), Ok(()), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example:8124", "127.0.0.1.evil.example", "evil.example:127.0.0.1"]
        {
            assert!(check_host(host, &settings()).is_err(), "{host}");
        }
    }

    #[test]
    fn only_the_own_page_opens_a_socket() {
        let request = |origin: Option<&str>| Request {
            method: "GET".into(),
            host: "localhost:8124".into(),
            origin: origin.map(Into::into),
            upgrade: true,
            version: "13".into(),
            key: Some("dGhlIHNhbXBsZSBub25jZQ==".into()),
            ..Request::default()
        };
        let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
        for origin in [None, Some("http://localhost:8124"), Some("https://front.example")] {
            assert_eq!(check_upgrade(&request(origin), &settings()).as_deref(), Ok(accept));
        }
        for origin in ["null", "", "http://localhost:3000", "http://evil.example", "http://localhost:8124.evil.example"]
        {
            assert_eq!(check_upgrade(&request(Some(origin)), &settings()).unwrap_err().0, "403 Forbidden", "{origin}");
        }
        let plain = Request { upgrade: false, ..request(None) };
        assert_eq!(check_upgrade(&plain, &settings()).unwrap_err().0, "426 Upgrade Required");
    }
}
