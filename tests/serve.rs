//! `millstone serve`, tested on the real binary.
#![cfg(feature = "serve")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// Guards against a hang; nothing in these tests takes as long, even on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(60);

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_millstone"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout is a pipe")).read_line(&mut line).expect("a first line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect(&line);
        Server { child, address: address.parse().expect("an address") }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server accepts");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout can be set");
        stream
    }

    /// The whole response to a request.
    fn ask(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("the request is sent");
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        String::from_utf8_lossy(&response).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address))
    }

    fn socket_request(&self) -> Request {
        format!("ws://{}/ws", self.address).into_client_request().expect("a request")
    }

    fn try_socket(&self, request: Request) -> Result<Socket, String> {
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn socket(&self) -> Socket {
        self.try_socket(self.socket_request()).expect("the socket opens")
    }

    /// The CPU time that the server has used so far.
    #[cfg(target_os = "linux")]
    fn cpu_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("the process runs");
        let fields: Vec<u64> = stat
            .rsplit(')')
            .next()
            .expect("a name in brackets")
            .split_whitespace()
            .map(|word| word.parse().unwrap_or(0))
            .collect();
        // utime and stime in hundredths of a second.
        Duration::from_millis((fields[11] + fields[12]) * 10)
    }

    /// Waits until the server uses no more CPU time.
    #[cfg(target_os = "linux")]
    fn wait_until_idle(&self) {
        let begin = Instant::now();
        loop {
            let before = self.cpu_time();
            std::thread::sleep(Duration::from_millis(500));
            if self.cpu_time() - before <= Duration::from_millis(10) {
                return;
            }
            assert!(begin.elapsed() < TIMEOUT, "the server is still busy");
        }
    }

    #[cfg(unix)]
    fn interrupt(mut self) -> ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
        self.child.wait().expect("it ends")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Socket(WebSocket<TcpStream>);

impl Socket {
    fn send(&mut self, line: &str) {
        self.0.send(Message::text(line)).expect("the line is sent");
    }

    fn read(&mut self) -> String {
        loop {
            match self.0.read().expect("a message") {
                Message::Text(text) => return text.as_str().to_string(),
                Message::Ping(_) => {}
                other => panic!("unexpected message {other:?}"),
            }
        }
    }

    /// All lines up to the first that begins with a word, that one last.
    fn read_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = vec![self.read()];
        while lines.last().is_some_and(|line| line.split(' ').next() != Some(word)) {
            lines.push(self.read());
        }
        lines
    }

    /// The lines of the reply to a command.
    fn ask(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        self.send("isready");
        let mut lines = self.read_until("readyok");
        lines.pop();
        lines
    }

    fn is_closed(&mut self) -> bool {
        loop {
            match self.0.read() {
                Ok(Message::Close(_)) | Err(_) => return true,
                Ok(_) => {}
            }
        }
    }
}

#[test]
fn the_page_comes_with_safe_headers() {
    let server = Server::start(&[]);
    assert!(server.address.ip().is_loopback(), "{}", server.address);
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    for header in [
        "Content-Type: text/html; charset=utf-8",
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';",
        "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Cross-Origin-Resource-Policy: same-origin",
        "Referrer-Policy: no-referrer",
    ] {
        assert!(page.contains(header), "{header}");
    }
    assert!(!page.contains("unsafe-"));
    assert!(server.get("/main.js").contains("Content-Type: text/javascript"));
    let head = server.ask(&format!("HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address));
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"));
    for path in ["/nothing", "/../Cargo.toml", "/..%2fCargo.toml", "//", "/page.rs"] {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    assert!(server.ask("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n").starts_with("HTTP/1.1 405"));
    assert!(server.ask("nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
    assert!(server.get("/ws").starts_with("HTTP/1.1 426"));
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(20_000));
    assert!(server.ask(&long).starts_with("HTTP/1.1 431"));
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Server::start(&["--allow-origin", "https://front.example"]);
    assert!(server.ask("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").starts_with("HTTP/1.1 403"));
    let with = |name: &'static str, value: &str| {
        let mut request = server.socket_request();
        request.headers_mut().insert(name, HeaderValue::from_str(value).expect("a header"));
        server.try_socket(request)
    };
    for origin in ["http://evil.example", "null", "http://localhost:1", "http://127.0.0.1"] {
        assert!(with("Origin", origin).err().expect(origin).contains("403"), "{origin}");
    }
    assert!(with("Host", "evil.example").err().expect("refused").contains("403"));
    for origin in [format!("http://{}", server.address), "https://front.example".into()] {
        assert_eq!(with("Origin", &origin).expect("allowed").ask("query p1turn"), ["response true"]);
    }
}

#[test]
fn the_socket_carries_the_protocol() {
    let server = Server::start(&["--hash", "8", "--threads", "2"]);
    let mut socket = server.socket();
    let options = socket.ask("uci");
    assert_eq!(options.last().map(String::as_str), Some("uciok"));
    assert!(options.contains(&"option name Hash type spin default 8 min 1 max 8".to_string()));
    assert!(options.contains(&"option name Threads type spin default 1 min 1 max 2".to_string()));
    assert!(!options.iter().any(|line| line.contains("File") || line.contains("Path")));
    for option in ["BookFile", "evalfile", "VariantFile", "TablePath"] {
        let answer = socket.ask(&format!("setoption name {option} value /etc/passwd"));
        assert!(answer[0].contains("cannot be set over this connection"), "{answer:?}");
    }
    assert!(socket.ask("setoption name Hash value 9")[0].contains("a whole number from 1 to 8"));
    assert!(socket.ask("setoption name Threads value 3")[0].contains("a whole number from 1 to 2"));
    assert!(socket.ask("hub")[0].contains("must be the first command"));
    // A message may hold several lines, and a drawing is several messages.
    socket.send("setoption name UCI_Variant value nine-mens-morris\nposition startpos moves a1 d2 d1 d3 g1xd2\nd");
    assert_eq!(socket.read_until("fen").pop().as_deref(), Some("fen B:Wa1,d1,g1:Bd3:H6,7"));
    socket.send("go depth 3");
    assert!(socket.read_until("bestmove").len() > 1);
    // Another connection has a game of its own.
    assert!(server.socket().ask("d").contains(&"variant schmidt-de".to_string()));
    socket.send("quit");
    assert!(socket.is_closed());
}

#[test]
fn long_lines_end_only_their_connection() {
    let server = Server::start(&[]);
    let (mut long, mut other) = (server.socket(), server.socket());
    let _ = long.0.send(Message::text("x".repeat(100_000)));
    assert!(long.is_closed());
    assert_eq!(other.ask("query gameover"), ["response false"]);
}

#[test]
fn there_are_only_so_many_engines() {
    let server = Server::start(&["--connections", "2"]);
    let mut open = [server.socket(), server.socket()];
    assert!(server.try_socket(server.socket_request()).err().expect("refused").contains("503"));
    assert!(server.get("/").starts_with("HTTP/1.1 200"), "the page is still served");
    open[0].send("quit");
    assert!(open[0].is_closed());
    let begin = Instant::now();
    while server.try_socket(server.socket_request()).is_err() {
        assert!(begin.elapsed() < TIMEOUT, "the place stays taken");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_leaves_ends_its_search_and_waiting_costs_nothing() {
    let server = Server::start(&[]);
    let mut sockets: Vec<Socket> = (0..4).map(|_| server.socket()).collect();
    for socket in &mut sockets {
        socket.send("go infinite");
        socket.read();
    }
    sockets[0].send("stop");
    sockets[0].read_until("bestmove");
    // One leaves politely, one is cut off, one dies in the middle of a message.
    let _ = sockets[1].0.close(None);
    let _ = sockets[2].0.get_ref().shutdown(Shutdown::Both);
    let _ = sockets[3].0.get_mut().write_all(&[0x81, 0xfe, 0x10]);
    sockets.truncate(1);
    server.wait_until_idle();
    assert_eq!(sockets[0].ask("query gameover"), ["response false"]);
    server.wait_until_idle();
}

#[test]
fn fifty_clients_with_half_of_them_hostile_leave_it_answering() {
    let server = Server::start(&["--hash", "1"]);
    let rubbish = |number: usize| -> Vec<u8> {
        (0..4000_usize).map(|at| (at.wrapping_mul(2_654_435_761) >> (number % 13)) as u8).collect()
    };
    std::thread::scope(|scope| {
        for number in 0..50 {
            let server = &server;
            scope.spawn(move || match number % 4 {
                // Not HTTP at all.
                0 => {
                    let mut stream = server.connect();
                    let _ = stream.write_all(&rubbish(number));
                    let _ = stream.read(&mut [0; 64]);
                }
                // A WebSocket, then bytes that are no frames, or lines that are no commands.
                2 if number % 8 == 2 => {
                    let mut socket = server.socket();
                    let _ = socket.0.get_mut().write_all(&rubbish(number));
                    assert!(socket.is_closed());
                }
                2 => {
                    let mut socket = server.socket();
                    for line in
                        ["go go go", "position fen \u{0}:::", "setoption name", "perft 99", "\u{feff}x", "go perft 40"]
                    {
                        let _ = socket.0.send(Message::text(line.repeat(40)));
                        let _ = socket.0.send(Message::text(line));
                    }
                    let _ = socket.0.send(Message::Binary(rubbish(number).into()));
                }
                // Clients that play.
                _ => {
                    let mut socket = server.socket();
                    for turn in 0..3 {
                        socket.send("position startpos moves 22-18 9-14");
                        socket.send(&format!("go depth {}", 4 + turn));
                        assert!(socket.read_until("bestmove").pop().expect("a line").starts_with("bestmove 18x9"));
                    }
                }
            });
        }
    });
    assert_eq!(server.socket().ask("query gameover"), ["response false"]);
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_cleanly() {
    let server = Server::start(&[]);
    let mut socket = server.socket();
    socket.send("go infinite");
    socket.read();
    let idle = server.connect();
    let begin = Instant::now();
    assert!(server.interrupt().success());
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert!(socket.is_closed());
    drop(idle);
}

#[test]
fn a_port_in_use_is_an_error_only_if_it_was_asked_for() {
    let server = Server::start(&[]);
    let port = server.address.port().to_string();
    let second =
        Command::new(env!("CARGO_BIN_EXE_millstone")).args(["serve", "--port", &port]).output().expect("it runs");
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).starts_with("error: cannot listen on 127.0.0.1:"));
}
