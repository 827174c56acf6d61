//! `millstone serve`: the page and the protocol over a WebSocket.

use super::error::CliError;
use super::number::whole;
use crate::engine::protocol::ConnectionLimits;
use crate::engine::serve::{Server, ServerSettings};
use clap::Args;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

const EXAMPLES: &str = "\
Examples:
  millstone serve --open                a board in the browser
  millstone serve --port 9000           on another port
  millstone serve --listen 0.0.0.0 --hash 16 --threads 1
                                        for the whole house

Ctrl-C ends it. docs/serve.md describes the page, the WebSocket and what is safe.";

/// The port, unless another is asked for or it is taken.
const DEFAULT_PORT: u16 = 8124;
/// How many lines of a connection may wait for the engine.
const WAITING_LINES: usize = 64;

/// Serve a page to play on in the browser, and the protocol over a WebSocket
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// The port; 0 for any free one [default: 8124, or a free one if that is taken]
    #[arg(long, short, value_name = "N")]
    port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// The address to listen on; only this machine can reach the default
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,

    /// The largest transposition table of a connection in MB
    #[arg(long, value_name = "MB", default_value = "32", value_parser = |text: &str| whole(text, 1..=65536))]
    hash: usize,

    /// The most search threads of a connection [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=256))]
    threads: Option<usize>,

    /// How many WebSockets may be open at once, each with an engine of its own
    #[arg(long, value_name = "N", default_value = "64", value_parser = |text: &str| whole(text, 1..=10_000))]
    connections: usize,

    /// Serve requests for this host name too, such as that of a proxy
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,

    /// Let pages of this origin use the WebSocket too, such as http://localhost:3000
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
}

impl ServeArgs {
    /// Serves until Ctrl-C.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let server = self.bind()?;
        let address = server.address();
        let stop = server.stop_handle();
        ctrlc::set_handler(move || stop.stop())
            .map_err(|error| CliError::Failed(format!("cannot set a Ctrl-C handler: {error}")))?;
        let page = if address.ip().is_unspecified() {
            format!("http://127.0.0.1:{}/", address.port())
        } else {
            format!("http://{address}/")
        };
        writeln!(out, "Millstone is at {page} (Ctrl-C ends it)")?;
        if !address.ip().is_loopback() {
            writeln!(out, "listening on {address}: everyone who can reach it can use the engine")?;
        }
        out.flush()?;
        if self.open && !open_browser(&page) {
            writeln!(out, "cannot open a browser; open {page} yourself")?;
            out.flush()?;
        }
        server.run();
        Ok(())
    }

    fn bind(&self) -> Result<Server, CliError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let lower = |texts: &[String]| texts.iter().map(|text| text.to_ascii_lowercase()).collect();
        let settings = ServerSettings {
            hosts: lower(&self.allow_host),
            origins: lower(&self.allow_origin),
            engines: self.connections,
            limits: ConnectionLimits {
                files: false,
                hash: self.hash,
                threads: self.threads.unwrap_or(cores),
                waiting_lines: Some(WAITING_LINES),
            },
        };
        let bind = |port| Server::bind(SocketAddr::new(self.listen, port), settings.clone());
        let server = match self.port {
            Some(port) => bind(port),
            None => bind(DEFAULT_PORT).or_else(|error| match error.kind() {
                ErrorKind::AddrInUse => bind(0),
                _ => Err(error),
            }),
        };
        let address = SocketAddr::new(self.listen, self.port.unwrap_or(DEFAULT_PORT));
        server.map_err(|error| CliError::Usage(format!("cannot listen on {address}: {error}")))
    }
}

/// Opens a page in the user's browser; `false` if there is no program for that.
fn open_browser(page: &str) -> bool {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[page])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler", page])
    } else {
        ("xdg-open", &[page])
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn();
    // Waits for it on a thread, so that it does not stay behind as a zombie.
    child.map(|mut child| std::thread::spawn(move || child.wait())).is_ok()
}
