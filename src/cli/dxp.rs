//! `millstone dxp`: games with other programs over TCP.

use super::error::CliError;
use super::number::whole;
use super::position_args::VariantParser;
use crate::engine::any_game::{Tools, any_game};
use crate::games::Side;
use crate::games::catalog::Variant;
use crate::search::tt::TranspositionTable;
use crate::search::{self, Settings};
use crate::tools::book::{self, Book};
use crate::tools::dxp::connection::PORT;
use crate::tools::dxp::game::{GameTerms, PlayedGame};
use crate::tools::dxp::player::DxpPlayer;
use crate::tools::dxp::session::{DxpObserver, DxpSession, GamePlan, SessionError};
use crate::tools::pdn::{self, PdnGame, PdnPly};
use crate::tools::tournament::date;
use crate::util::files;
use crate::util::random::Rng;
use clap::{Args, Subcommand, ValueEnum};
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  millstone dxp listen                       wait for a program on this machine
  millstone dxp listen --bind 0.0.0.0 --pdn games.pdn
                                             and for one from anywhere
  millstone dxp connect 192.168.1.20 --games 10 --minutes 5 --moves 75
  millstone dxp connect localhost --side black --fen \"W:W31-50:B1-20\"

The one who connects (the initiator) says which games are played; the one who listens (the follower) plays them. The \
games are draughts on 10×10; both sides must have agreed on the rules. `millstone match` with dialect=dxp plays \
matches of programs that listen. docs/dxp.md has more.";

/// Play games with other draughts programs over TCP (DXP, DamExchange)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DxpArgs {
    #[command(subcommand)]
    role: DxpRole,
}

#[derive(Debug, Subcommand)]
enum DxpRole {
    /// Wait for programs that connect, and play the games they ask for
    Listen(ListenArgs),
    /// Connect to a program that waits, and play games with it
    Connect(ConnectArgs),
}

#[derive(Debug, Args)]
struct ListenArgs {
    /// The address to listen on; 0.0.0.0 for every network of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: String,

    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// Exit after this many games
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1_000_000))]
    games: Option<usize>,

    #[command(flatten)]
    player: PlayerArgs,
}

#[derive(Debug, Args)]
struct ConnectArgs {
    /// The address of the program that waits: HOST or HOST:PORT
    #[arg(value_name = "ADDRESS")]
    address: String,

    /// The number of games
    #[arg(long, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=1_000_000))]
    games: usize,

    /// The time of each player for a game, in minutes; 0 for no clock
    #[arg(long, value_name = "N", default_value = "5", value_parser = |text: &str| whole(text, 0..=999))]
    minutes: usize,

    /// End a game after this many moves of each player; 0 for never
    #[arg(long, value_name = "N", default_value = "0", value_parser = |text: &str| whole(text, 0..=999))]
    moves: usize,

    /// Our side
    #[arg(long, value_name = "SIDE", default_value = "alternate")]
    side: SideArg,

    /// The start position [default: that of the variant]
    #[arg(long, value_name = "F")]
    fen: Option<String>,

    /// How long to try to connect
    #[arg(long, value_name = "S", default_value = "10", value_parser = |text: &str| whole(text, 1..=86_400))]
    connect_limit: usize,

    #[command(flatten)]
    player: PlayerArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SideArg {
    White,
    Black,
    /// White in the first game, then in turn
    Alternate,
}

#[derive(Debug, Args)]
struct PlayerArgs {
    /// The variant: a name from `millstone variants`, with optional overrides (NAME+AXIS=VALUE…)
    #[arg(long, short, value_name = "V", default_value = "international", value_parser = VariantParser,
          hide_possible_values = true)]
    variant: Variant,

    /// Our name
    #[arg(long, value_name = "NAME", default_value = concat!("Millstone ", env!("CARGO_PKG_VERSION")))]
    name: String,

    /// Search each position to this depth
    #[arg(long, short, value_name = "N", value_parser = |text: &str| whole(text, 1..=250))]
    depth: Option<usize>,

    /// Search at most this many nodes
    #[arg(long, short, value_name = "N", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    nodes: Option<usize>,

    /// Search for at most this many milliseconds [default: 1000 if there is no clock and no other limit]
    #[arg(long, value_name = "MS", value_parser = |text: &str| whole(text, 1..=1_000_000_000))]
    movetime: Option<usize>,

    /// Size of the transposition table
    #[arg(long, value_name = "MB", default_value = "64", value_parser = |text: &str| whole(text, 1..=65536))]
    hash: usize,

    /// Search threads
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = |text: &str| whole(text, 1..=256))]
    threads: usize,

    /// Play from the built-in opening book
    #[arg(long)]
    own_book: bool,

    /// Play from this opening book
    #[arg(long, value_name = "FILE")]
    book_file: Option<PathBuf>,

    /// Let the peer take moves back
    #[arg(long)]
    takeback: bool,

    /// How far the peer may exceed its time
    #[arg(long, value_name = "S", default_value = "10", value_parser = |text: &str| whole(text, 0..=86_400))]
    grace: usize,

    /// How long the peer may be silent between games, and in games without a clock
    #[arg(long, value_name = "S", default_value = "600", value_parser = |text: &str| whole(text, 1..=86_400))]
    idle: usize,

    /// Append the games to this PDN file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
}

impl DxpArgs {
    /// Plays the games.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let player_args = match &self.role {
            DxpRole::Listen(args) => &args.player,
            DxpRole::Connect(args) => &args.player,
        };
        let player = player_args.player()?;
        let pdn = player_args.pdn.as_deref().map(open_pdn).transpose()?;
        let (variant, name) = (player_args.variant.clone(), player.name.clone());
        let mut display = DxpDisplay { out, pdn, variant: variant.clone(), name, number: 0 };
        match &self.role {
            DxpRole::Listen(args) => {
                let address = (args.bind.as_str(), args.port);
                let listener = TcpListener::bind(address).map_err(|error| {
                    CliError::Failed(format!("cannot listen on {}:{}: {error}", args.bind, args.port))
                })?;
                display.line(&format!("listening on {}", listener.local_addr()?));
                DxpSession::new(variant, player, &mut display)
                    .and_then(|mut session| session.follow(&listener, args.games))
            }
            DxpRole::Connect(args) => {
                if let Some(fen) = &args.fen {
                    any_game(&variant).set_position(Some(fen), &[])?;
                }
                let plan = GamePlan {
                    games: args.games,
                    fen: args.fen.clone(),
                    side: if args.side == SideArg::Black { Side::Black } else { Side::White },
                    alternate: args.side == SideArg::Alternate,
                    minutes: args.minutes as u16,
                    moves: args.moves as u16,
                };
                let address = with_port(&args.address);
                let limit = Duration::from_secs(args.connect_limit as u64);
                DxpSession::new(variant, player, &mut display)
                    .and_then(|mut session| session.initiate(&address, limit, &plan))
            }
        }
        .map_err(|error| match error {
            SessionError::Variant(_) => CliError::Usage(error.to_string()),
            _ => CliError::Failed(error.to_string()),
        })
    }
}

/// An address with the port of DXP, if it has none.
fn with_port(address: &str) -> String {
    // An IPv6 address has colons of its own, and brackets around it before a port.
    let has_port = match address.rsplit_once(':') {
        Some((host, port)) => port.parse::<u16>().is_ok() && (!host.contains(':') || host.ends_with(']')),
        None => false,
    };
    match address {
        _ if has_port => address.to_string(),
        _ if address.contains(':') && !address.starts_with('[') => format!("[{address}]:{PORT}"),
        _ => format!("{address}:{PORT}"),
    }
}

impl PlayerArgs {
    fn player(&self) -> Result<DxpPlayer, CliError> {
        let book = match &self.book_file {
            Some(path) => Some(read_book(path)?),
            None if self.own_book => Some(book::built_in(&self.variant).ok_or_else(|| {
                CliError::Usage(format!("there is no built-in book for {}; use --book-file", self.variant))
            })?),
            None => None,
        };
        if let Some(book) = book.as_ref().filter(|book| book.variant().rules() != self.variant.rules()) {
            return Err(CliError::Usage(format!("the book is for {}, not for {}", book.variant(), self.variant)));
        }
        let table = TranspositionTable::try_new(self.hash)
            .map_err(|error| CliError::Failed(format!("cannot allocate {} MB: {error}", self.hash)))?;
        let pool = search::pool(self.threads)
            .map_err(|error| CliError::Failed(format!("cannot start {} threads: {error}", self.threads)))?;
        Ok(DxpPlayer {
            name: self.name.clone(),
            tools: Tools { table: Arc::new(table), pool, settings: Settings::default(), tables: None },
            book,
            rng: Rng::new(RandomState::new().hash_one(std::process::id())),
            depth: self.depth.map(|depth| depth as u32),
            nodes: self.nodes.map(|nodes| nodes as u64),
            move_time: self.movetime.map(|ms| Duration::from_millis(ms as u64)),
            takeback: self.takeback,
            grace: Duration::from_secs(self.grace as u64),
            idle: Duration::from_secs(self.idle as u64),
        })
    }
}

fn read_book(path: &Path) -> Result<Book, CliError> {
    let text = files::read_text(path).map_err(|error| CliError::file(path, &error))?;
    Book::parse(&text).map_err(|error| CliError::Input(format!("{}: {error}", path.display())))
}

fn open_pdn(path: &Path) -> Result<File, CliError> {
    // Opening a pipe would wait for its reader.
    if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(CliError::Usage(format!("{}: not a regular file", path.display())));
    }
    OpenOptions::new().append(true).create(true).open(path).map_err(|error| CliError::file(path, &error))
}

/// Prints a line for the beginning and the end of each game, and writes the games.
struct DxpDisplay<'a, W> {
    out: &'a mut W,
    pdn: Option<File>,
    variant: Variant,
    name: String,
    number: usize,
}

impl<W: Write> DxpDisplay<'_, W> {
    /// Prints a line. If the output is closed, the games go on.
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}").and_then(|()| self.out.flush());
    }

    /// The names of White and Black.
    fn names(&self, terms: &GameTerms) -> [String; 2] {
        let names = [self.name.clone(), terms.peer.clone()];
        let [own, peer] = names;
        if terms.own == Side::White { [own, peer] } else { [peer, own] }
    }
}

impl<W: Write> DxpObserver for DxpDisplay<'_, W> {
    fn begins(&mut self, terms: &GameTerms) {
        self.number += 1;
        let [white, black] = self.names(terms);
        let time = terms.time.map_or("no clock".into(), |time| format!("{} min", time.as_secs() / 60));
        let moves = terms.moves.map_or(String::new(), |moves| format!(" for {moves} moves"));
        self.line(&format!("game {}: {white} – {black}, {time}{moves}", self.number));
    }

    fn ended(&mut self, terms: &GameTerms, game: &PlayedGame) -> io::Result<()> {
        let (result, plies) = (game.result.text(false), game.moves.len());
        self.line(&format!("game {}: {result} ({}) after {plies} plies", self.number, game.reason));
        let names = self.names(terms);
        let Some(file) = &mut self.pdn else { return Ok(()) };
        let [white, black] = names;
        let tags = [
            ("Event", "DXP".to_string()),
            ("Date", date::today()),
            ("Round", self.number.to_string()),
            ("White", white),
            ("Black", black),
            ("Variant", self.variant.standard().to_string()),
            ("Termination", game.reason.clone()),
        ];
        let tags = tags.into_iter().chain(terms.fen.clone().map(|fen| ("FEN", fen)));
        let plies = game.moves.iter().map(|(text, comment)| PdnPly {
            text: text.clone(),
            comment: comment.clone(),
            ..PdnPly::default()
        });
        let game = PdnGame {
            tags: tags.map(|(name, value)| (name.to_string(), value)).collect(),
            plies: plies.collect(),
            result: game.result,
            ..PdnGame::default()
        };
        // One write, so that a game is in the file whole or not at all.
        let mut text = Vec::new();
        pdn::write(&game, &mut text)?;
        file.write_all(&text)
    }

    fn note(&mut self, text: &str) {
        // If stderr is closed, the note is lost.
        let _ = writeln!(io::stderr(), "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_optional() {
        for (address, full) in [
            ("localhost", "localhost:27531"),
            ("localhost:5000", "localhost:5000"),
            ("192.168.1.20", "192.168.1.20:27531"),
            ("::1", "[::1]:27531"),
            ("[::1]", "[::1]:27531"),
            ("[::1]:5000", "[::1]:5000"),
        ] {
            assert_eq!(with_port(address), full);
        }
    }
}
