//! `millstone annotate`: games with evaluations, verdicts and better lines.

use super::analyse::analysis_error;
use super::error::CliError;
use super::matches::check_distinct;
use super::output::{self, OutputArgs};
use super::position_args::VariantParser;
use super::progress::input_bar;
use super::search_args::{self, SearchArgs};
use crate::games::catalog::Variant;
use crate::games::notation::printable;
use crate::search::Signals;
use crate::tools::analyse::{Analysis, AnalysisProgress, AnalysisResult, GameOrigin};
use crate::tools::annotate::{self, AnnotatedGame, AnnotationSummary, Evaluation, EvaluationFile};
use crate::tools::pdn::{self, PdnReader};
use crate::util::files;
use clap::Args;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

const EXAMPLES: &str = "\
Examples:
  millstone annotate games.pdn --depth 12 -o annotated.pdn
  millstone annotate games.pdn --nodes 200000 -o annotated.pdn \\
      --html report.html
  millstone annotate *.pdn --movetime 500 --json -o new.pdn > summary.json
  millstone analyse games.pdn --nodes 1000000 -o games.jsonl --resume
  millstone annotate games.pdn --analysis games.jsonl -o annotated.pdn

Each move gets the evaluation of the position after it, {[%eval 0.35,12]}: in men from White's view (#3: White wins in \
three moves), and the depth. A move is ?! if it loses at least 0.05 expected points, ? from 0.1 and ?? from 0.2 on; these \
have the better line as a variation. A win is 1 point, a draw ½. Comments, tags and the variations of people stay; the \
marks of an earlier annotation are replaced.

The summary has the accuracy of each player in percent, as lichess computes it; the numbers of ?!, ? and ??; and the move \
of each game that lost most. It goes to standard output with -o, else to standard error.

Games with errors are left out, and the exit code is 2.";

/// Annotate games: evaluations, better lines, ? and ??, and a summary by player
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AnnotateArgs {
    /// The PDN files [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The variant of games without a tag Variant or GameType
    #[arg(long, short, value_name = "V", value_parser = VariantParser, hide_possible_values = true)]
    variant: Option<Variant>,

    #[command(flatten)]
    search: SearchArgs,

    /// Take the evaluations from this output of `millstone analyse`, instead of searching
    #[arg(long, value_name = "FILE")]
    analysis: Vec<PathBuf>,

    #[command(flatten)]
    file: OutputArgs,

    /// Write a report with board, graph and moves to this HTML file
    #[arg(long, value_name = "FILE", group = "written")]
    html: Option<PathBuf>,

    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

impl AnnotateArgs {
    /// Annotates all games.
    pub fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let html = self.html.as_deref();
        check_distinct(&[("--output", self.file.output.as_deref()), ("--html", html)])?;
        // Before the searches, which may take long.
        html.map_or(Ok(()), |path| output::check_new(path, self.file.force))?;
        let mut annotator = Annotator {
            default: self.variant.clone(),
            several: self.files.len() > 1,
            only_file: self.files.first().map_or_else(|| "stdin".into(), |path| path.to_string_lossy().into()),
            signature: format!("{} {}", env!("CARGO_PKG_NAME"), self.search.describe()).trim_end().to_string(),
            summary: AnnotationSummary::default(),
            kept: self.html.is_some().then(Vec::new),
            current: None,
            games: 0,
            errors: 0,
        };
        self.file.write(out, |mut out| self.annotate(&mut annotator, &mut out))?;
        annotator.summary.finish();
        if let (Some(path), Some(games)) = (&self.html, &annotator.kept) {
            let title = match self.files.as_slice() {
                [file] => file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned(),
                files => format!("{} files", files.len().max(1)),
            };
            let write =
                |mut out: &mut dyn Write| Ok(annotate::write_html(&title, games, &annotator.summary, &mut out)?);
            output::to_file(path, self.file.force, write)?;
        }
        let mut text = if self.json { serde_json::to_vec_pretty(&annotator.summary)? } else { Vec::new() };
        if self.json {
            text.push(b'\n');
        } else {
            write!(text, "{}", annotator.summary)?;
        }
        if self.file.output.is_some() {
            out.write_all(&text)?;
            out.flush()?;
        } else {
            out.flush()?;
            // If stderr is closed, the summary is lost.
            let _ = io::stderr().write_all(&text);
        }
        match annotator.errors {
            0 => Ok(()),
            errors => Err(CliError::Input(format!("{errors} of {} games have errors", annotator.games))),
        }
    }

    fn annotate(&self, annotator: &mut Annotator, out: &mut impl Write) -> Result<(), CliError> {
        if self.analysis.is_empty() { self.search_games(annotator, out) } else { self.read_games(annotator, out) }
    }

    /// Annotates by searches.
    fn search_games(&self, annotator: &mut Annotator, out: &mut impl Write) -> Result<(), CliError> {
        let config = self.search.config(self.variant.clone())?;
        let (inputs, size) = search_args::open(&self.files, true)?;
        let signals = Arc::new(Signals::default());
        let stop = Arc::clone(&signals);
        // Without a handler, Ctrl-C ends the program at once.
        let _ = ctrlc::set_handler(move || stop.stop.store(true, Relaxed));
        // Games on a terminal, and errors, come between the states of the bar.
        let bar = input_bar("positions", size, false);
        let mut write = |result: &AnalysisResult, progress: AnalysisProgress| {
            bar.set_position(progress.bytes);
            bar.set_message(progress.results.to_string());
            bar.suspend(|| annotator.add(result, out).and_then(|()| out.flush()))
        };
        let totals = Analysis::new(config, signals).run(inputs, &mut write, &mut || Ok(()));
        bar.finish_and_clear();
        if totals.map_err(analysis_error)?.stopped {
            return Err(CliError::Interrupted);
        }
        Ok(annotator.finish_game(out)?)
    }

    /// Annotates by an earlier analysis.
    fn read_games(&self, annotator: &mut Annotator, out: &mut impl Write) -> Result<(), CliError> {
        let mut evaluations = EvaluationFile::default();
        for path in &self.analysis {
            let file = files::open(path).map_err(|error| CliError::file(path, &error))?;
            let read = evaluations.read(BufReader::new(file));
            read.map_err(|error| CliError::Input(format!("analysis {}: {error}", path.display())))?;
        }
        let (inputs, size) = search_args::open(&self.files, true)?;
        let bar = input_bar("games", size, self.file.output.is_none());
        for input in inputs {
            for (number, pdn) in (1..).zip(PdnReader::new(BufReader::new(bar.wrap_read(input.source)))) {
                bar.set_message(annotator.games.to_string());
                match pdn {
                    Ok(pdn) => {
                        let get = |ply| evaluations.get(&input.name, number, ply).cloned();
                        let found = (0..=pdn.plies.len()).map(get).collect();
                        let origin = GameOrigin { file: input.name.clone(), number, pdn, bytes: 0 };
                        annotator.write_game(&origin, found, out)?;
                    }
                    Err(error) => annotator.report(&input.name, &error.to_string(), number),
                }
            }
        }
        Ok(())
    }
}

/// Writes annotated games one by one.
struct Annotator {
    default: Option<Variant>,
    several: bool,
    /// The name of the file, if there is one.
    only_file: String,
    /// The value of the tag Annotator.
    signature: String,
    summary: AnnotationSummary,
    /// The games so far, if a report needs them.
    kept: Option<Vec<AnnotatedGame>>,
    /// The game whose positions are arriving.
    current: Option<(Arc<GameOrigin>, Vec<Option<Evaluation>>)>,
    games: usize,
    errors: usize,
}

impl Annotator {
    fn report(&mut self, file: &str, problem: &str, number: usize) {
        self.games += 1;
        self.errors += 1;
        // If stderr is closed, the message is lost.
        let _ = writeln!(io::stderr(), "error: {} (game {number})", printable(&format!("{file}:{problem}")));
    }

    /// Adds the result of the next position.
    fn add(&mut self, result: &AnalysisResult, out: &mut impl Write) -> io::Result<()> {
        let Some(place) = &result.place else {
            let id = result.id.as_ref().map(|id| id.get().trim_matches('"').to_string()).unwrap_or_default();
            let (file, number) = id.rsplit_once(':').unwrap_or(("", &id));
            let number = number.parse().unwrap_or_default();
            // The positions before the error have arrived.
            if self
                .current
                .as_ref()
                .is_some_and(|(game, _)| game.number == number && (file.is_empty() || game.file == file))
            {
                self.current = None;
            }
            self.finish_game(out)?;
            let problem = result.error.as_deref().unwrap_or_default().trim_start_matches("column ");
            let file = if file.is_empty() { self.only_file.clone() } else { file.to_string() };
            self.report(&file, &format!("{}:{problem}", result.line), number);
            return Ok(());
        };
        if self.current.as_ref().is_some_and(|(game, _)| !Arc::ptr_eq(game, &place.game)) {
            self.finish_game(out)?;
        }
        let (_, evaluations) = self.current.get_or_insert_with(|| (Arc::clone(&place.game), Vec::new()));
        evaluations.push(result.analysis.as_deref().map(Evaluation::from));
        Ok(())
    }

    fn finish_game(&mut self, out: &mut impl Write) -> io::Result<()> {
        match self.current.take() {
            Some((game, evaluations)) => self.write_game(&game, evaluations, out),
            None => Ok(()),
        }
    }

    fn write_game(
        &mut self,
        origin: &GameOrigin,
        evaluations: Vec<Option<Evaluation>>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut game = match annotate::annotate(&origin.pdn, self.default.as_ref(), &evaluations) {
            Ok(game) => game,
            Err(error) => {
                self.report(&origin.file, &error.to_string(), origin.number);
                return Ok(());
            }
        };
        self.games += 1;
        game.pdn.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Annotator"));
        game.pdn.tags.push(("Annotator".into(), self.signature.clone()));
        self.summary.add(self.several.then(|| origin.file.clone()), origin.number, &game);
        pdn::write(&game.pdn, out)?;
        if let Some(kept) = &mut self.kept {
            kept.push(game);
        }
        Ok(())
    }
}
