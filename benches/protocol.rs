//! Reply times of the real binary, measured through its pipes.
//!
//! Each figure is the median of several runs, printed with the maximum expected on an idle machine. Nothing fails: the
//! machine may be loaded.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_millstone"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Engine { child, input, output: BufReader::new(output).lines() }
    }

    fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).expect("the engine reads");
    }

    fn read_until(&mut self, word: &str) -> String {
        loop {
            let line = self.output.next().expect("the engine runs").expect("text");
            if line.starts_with(word) {
                return line;
            }
        }
    }

    /// The time from a line to the reply that begins with `word`.
    fn time(&mut self, line: &str, word: &str) -> Duration {
        let began = Instant::now();
        self.send(line);
        self.read_until(word);
        began.elapsed()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.send("quit");
        let _ = self.child.wait();
    }
}

fn median(runs: usize, mut run: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..runs).map(|_| run()).collect();
    times.sort_unstable();
    times[runs / 2]
}

fn print(what: &str, time: Duration, most: Duration) {
    let verdict = if time <= most { "ok" } else { "TOO SLOW" };
    println!(
        "{what:<56} {:>9.3} ms   at most {:>6.1} ms   {verdict}",
        time.as_secs_f64() * 1e3,
        most.as_secs_f64() * 1e3
    );
}

fn main() {
    let ms = Duration::from_millis;
    let start = |until: &[(&str, &str)]| {
        let began = Instant::now();
        let mut engine = Engine::start();
        for (line, word) in until {
            engine.send(line);
            engine.read_until(word);
        }
        began.elapsed()
    };
    print("process start to uciok", median(21, || start(&[("uci", "uciok")])), ms(5));
    print("process start to readyok", median(21, || start(&[("uci", "uciok"), ("isready", "readyok")])), ms(20));

    let mut engine = Engine::start();
    engine.time("isready", "readyok");
    let idle = median(101, || engine.time("isready", "readyok"));
    print("isready while idle", idle, ms(1));
    for (variant, position) in games() {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        let line = format!("{position}\nisready");
        assert_eq!(messages(&mut engine, &line), 0, "{variant}: the game is legal");
        print(&format!("position with 300 moves, {variant}"), median(101, || engine.time(&line, "readyok")), ms(1));
    }

    engine.send("setoption name UCI_Variant value draughts");
    engine.send("setoption name Move Overhead value 0");
    engine.send("position startpos");
    engine.time("isready", "readyok");
    let late = median(21, || engine.time("go movetime 100", "bestmove").saturating_sub(ms(100)));
    print("bestmove after the end of movetime 100", late, ms(5));
    let late = median(21, || {
        engine.send("go infinite");
        std::thread::sleep(ms(50));
        engine.time("stop", "bestmove")
    });
    print("bestmove after stop", late, ms(5));
    let busy = median(21, || {
        engine.send("go infinite");
        std::thread::sleep(ms(20));
        let time = engine.time("isready", "readyok");
        engine.time("stop", "bestmove");
        time
    });
    print("isready during a search", busy, ms(5));
}

/// Games of 300 moves, in which two pieces move back and forth.
fn games() -> Vec<(&'static str, String)> {
    let shuffle = |fen: &str, cycle: &str| {
        let moves: Vec<&str> = cycle.split(' ').cycle().take(300).collect();
        format!("position fen {fen} moves {}", moves.join(" "))
    };
    vec![
        ("draughts", shuffle("W:WK32,21,22,23,24:BK1,9,10,11,12", "32-28 1-5 28-32 5-1")),
        ("international", shuffle("W:WK46,31-40:BK5,11-20", "46-41 5-10 41-46 10-5")),
        ("morris", shuffle("W:Wa1,d2,b4,f6,c3:Bg7,d6,e5,f4,a7:H0,0", "a1-d1 g7-d7 d1-a1 d7-g7")),
    ]
}

/// The number of messages that a line causes.
fn messages(engine: &mut Engine, line: &str) -> usize {
    engine.send(line);
    let mut count = 0;
    loop {
        let line = engine.output.next().expect("the engine runs").expect("text");
        if line == "readyok" {
            return count;
        }
        if count == 0 && line.starts_with("info string") {
            println!("{line}");
        }
        count += usize::from(line.starts_with("info string"));
    }
}
