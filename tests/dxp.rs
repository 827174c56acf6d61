//! Games over DXP: two of this program, and peers that misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_millstone");
/// Far more than anything here takes on a loaded machine.
const LIMIT: Duration = Duration::from_secs(60);

/// A program that waits for games; killed when dropped.
struct Follower {
    child: Child,
    port: u16,
}

impl Follower {
    fn start(arguments: &[&str]) -> Follower {
        let mut command = Command::new(BINARY);
        command.args(["dxp", "listen", "--port", "0", "--hash", "1"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().rsplit(':').next().unwrap().parse().unwrap_or_else(|_| panic!("{line}"));
        Follower { child, port }
    }

    fn peer(&self) -> Peer {
        Peer::new(TcpStream::connect(("127.0.0.1", self.port)).unwrap())
    }

    /// Whether it still plays: asks for a game and gets it.
    fn assert_alive(&self) {
        let mut peer = self.peer();
        peer.send(&request('W', "A"));
        assert!(peer.receive().unwrap().starts_with("AMillstone"));
        assert!(peer.receive().unwrap().starts_with('M'));
        peer.send("E01");
        assert_eq!(peer.receive().unwrap(), "E00");
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The other side of a connection, message by message.
struct Peer(TcpStream);

impl Peer {
    fn new(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        Peer(stream)
    }

    fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).unwrap();
        self.0.write_all(b"\0").unwrap();
    }

    /// The next message; `None` if the connection is closed.
    fn receive(&mut self) -> Option<String> {
        let (mut bytes, mut byte) = (Vec::new(), [0]);
        loop {
            match self.0.read(&mut byte) {
                Ok(1) if byte[0] == 0 => return Some(String::from_utf8(bytes).unwrap()),
                Ok(1) => bytes.push(byte[0]),
                Ok(_) => return None,
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("nothing within {LIMIT:?}: {error}"),
            }
        }
    }
}

/// GAMEREQ without a clock: the follower's colour and the start position.
fn request(follower: char, position: &str) -> String {
    format!("R01{:32}{follower}000000{position}", "a peer")
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("millstone-dxp-{}-{name}", std::process::id()))
}

#[test]
fn two_programs_play_and_agree() {
    let files = [temporary("follower.pdn"), temporary("initiator.pdn")];
    let [follower_pdn, initiator_pdn] = files.each_ref().map(|file| file.to_str().unwrap());
    let mut follower = Follower::start(&["--depth", "2", "--games", "3", "--pdn", follower_pdn, "--name", "F"]);
    let address = format!("127.0.0.1:{}", follower.port);
    let mut connect = Command::new(BINARY);
    connect.args(["dxp", "connect", &address, "--games", "2", "--minutes", "1", "--hash", "1", "--name", "I"]);
    connect.args(["--depth", "3", "--pdn", initiator_pdn]);
    let output = connect.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    // A game from a position, of a limited length.
    let mut again = Command::new(BINARY);
    again.args(["dxp", "connect", &address, "--moves", "4", "--side", "black", "--fen", "B:W31-50:B1-20"]);
    again.args(["--depth", "2", "--hash", "1", "--name", "I", "--pdn", initiator_pdn]);
    let output = again.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    // The follower ends by itself after three games.
    let deadline = Instant::now() + LIMIT;
    while follower.child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(10));
    }
    let games = files.each_ref().map(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        let games: Vec<_> = millstone::tools::pdn::read(&text).map(|game| game.unwrap()).collect();
        let _ = std::fs::remove_file(file);
        games
    });
    assert_eq!(games[0].len(), 3);
    for (at, (ours, theirs)) in games[0].iter().zip(&games[1]).enumerate() {
        let moves = |game: &millstone::tools::pdn::PdnGame| game.replay(None).unwrap().moves;
        assert_eq!(moves(ours), moves(theirs));
        assert_eq!((ours.result, ours.tag("White")), (theirs.result, theirs.tag("White")));
        assert_eq!(ours.tag("White"), Some(if at == 0 { "I" } else { "F" }));
        let ending = ours.replay(None).unwrap().game.ending();
        assert_eq!(ending.is_some(), at < 2, "{ours:?}");
    }
    assert_eq!(games[0][2].plies.len(), 8);
    assert_eq!(games[0][2].tag("Termination"), Some("number of moves reached"));
}

#[test]
fn garbage_does_not_disturb_a_follower() {
    let follower = Follower::start(&["--depth", "1"]);
    let mut peer = follower.peer();
    for text in ["", "hello", "M", "M0001xx1100", "K7", "B", "E", "A", &"C".repeat(500), "Cgood day"] {
        peer.send(text);
    }
    peer.0.write_all(&[0xff, 0xfe, 0, 7, 27, 0]).unwrap();
    peer.send("R02another version");
    assert!(peer.receive().unwrap().ends_with(" 1"), "the version is refused");
    for position in ["Bnot a position", &format!("BW{}", "e".repeat(50)), "B", "C"] {
        peer.send(&request('W', position));
        if position != "C" {
            assert!(peer.receive().unwrap().ends_with(" 2"), "the game is refused");
        }
    }
    peer.send(&request('Z', "A"));
    assert!(peer.receive().unwrap().ends_with(" 0"), "the game begins");
    for text in ["nonsense", "CAre you there?", "K0", &request('W', "A"), "M0000322800"] {
        peer.send(text);
    }
    assert!(peer.receive().unwrap().starts_with('M'));
    // An illegal move ends the game.
    peer.send("M0000322800");
    assert!(peer.receive().unwrap().starts_with("Cillegal move"));
    assert_eq!(peer.receive().unwrap(), "E30");
    peer.send("E00");
    drop(peer);
    follower.assert_alive();
    // A megabyte without an end is read and forgotten.
    let mut peer = follower.peer();
    let _ = peer.0.write_all(&vec![b'x'; 1 << 20]);
    drop(peer);
    follower.assert_alive();
}

#[test]
fn a_peer_that_leaves_ends_only_its_game() {
    let follower = Follower::start(&["--movetime", "60000"]);
    let mut peer = follower.peer();
    peer.send(&request('W', "A"));
    assert!(peer.receive().unwrap().starts_with('A'));
    // In the middle of a search of a minute.
    drop(peer);
    let mut peer = follower.peer();
    peer.send(&request('Z', "A"));
    assert!(peer.receive().unwrap().starts_with('A'));
    // GAMEEND is answered also while it is our turn.
    peer.send("M0000322800");
    peer.send("E10");
    assert_eq!(peer.receive().unwrap(), "E00");
    peer.send(&request('Z', "A"));
    assert!(peer.receive().unwrap().starts_with('A'), "the same connection has another game");
}

#[test]
fn a_silent_peer_is_given_up() {
    let follower = Follower::start(&["--depth", "1", "--idle", "1"]);
    let mut peer = follower.peer();
    peer.send(&request('W', "A"));
    assert!(peer.receive().unwrap().starts_with('A'));
    assert!(peer.receive().unwrap().starts_with('M'));
    assert_eq!(peer.receive().unwrap(), "E30", "the peer exceeded its time");
    // And it does not answer that, either.
    assert_eq!(peer.receive(), None);
    assert_eq!(follower.peer().receive(), None, "a peer that asks for nothing");
    follower.assert_alive();
}

#[test]
fn an_initiator_does_not_wait_for_ever() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let start = Instant::now();
    let run = |more: &[&str]| {
        let mut command = Command::new(BINARY);
        command.args(["dxp", "connect", &address, "--hash", "1", "--depth", "1", "--idle", "1"]).args(more);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    // It never answers.
    let silent = run(&[]);
    let stream = listener.accept().unwrap();
    let output = silent.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), error.as_str()),
        (Some(1), "error: no GAMEACC from the peer: nothing within 1 s\n")
    );
    drop(stream);
    // It refuses.
    let refused = run(&[]);
    let mut peer = Peer::new(listener.accept().unwrap().0);
    assert!(peer.receive().unwrap().starts_with("R01Millstone"));
    peer.send(&format!("A{:32}3", "Nobody"));
    let error = String::from_utf8(refused.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(error, "error: Nobody refuses the game (no game at all)\n");
    // Nobody listens.
    drop(listener);
    let output = run(&["--connect-limit", "1"]).wait_with_output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot connect to"));
    assert!(start.elapsed() < LIMIT);
}

#[test]
fn moves_are_taken_back_only_if_allowed() {
    for allowed in [false, true] {
        let follower = Follower::start(if allowed { &["--depth", "1", "--takeback"] } else { &["--depth", "1"] });
        let mut peer = follower.peer();
        peer.send(&request('Z', "A"));
        assert!(peer.receive().unwrap().starts_with('A'));
        peer.send("M0000322800");
        assert!(peer.receive().unwrap().starts_with('M'));
        peer.send("B999W");
        assert_eq!(peer.receive().unwrap(), "K1", "there is no such position");
        peer.send("B001W");
        assert_eq!(peer.receive().unwrap(), if allowed { "K0" } else { "K1" });
        // White's first move again.
        peer.send("M0000322800");
        let reply = peer.receive().unwrap();
        assert!(reply.starts_with(if allowed { "M" } else { "Cillegal" }), "{reply}");
    }
}

#[test]
fn other_games_are_refused() {
    for variant in ["english", "nine-mens-morris"] {
        let output = Command::new(BINARY).args(["dxp", "connect", "localhost", "--variant", variant]).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(error, format!("error: DXP is for draughts on 10×10 without huffing, not for {variant}\n"));
    }
}
