//! Tunes numbers of the search by SPSA: games at fixed nodes between two searches whose numbers differ from the present ones in opposite
//! directions, all at once, and a step towards the winner.
//!
//! ```text
//! cargo run --release --example spsa -- international,russian 8000 40000 lmr_base:20 lmr_divisor:20 probcut_margin:20
//! ```
//!
//! plays 8000 pairs of games at 40,000 nodes a move, in turn of both games, and tunes three numbers (their names are in
//! `src/search/params.rs`). The number behind a name is the change that should be felt in a match: the differences tried are that large
//! at the end. What it finds is worth a match by `selfplay` before it is believed.

mod common;

use common::play_pair;
use millstone::engine::any_game::any_game;
use millstone::games::catalog::Variant;
use millstone::search::Params;
use rayon::prelude::*;

/// A number that is tuned.
struct Tuned {
    name: String,
    value: f64,
    change: f64,
}

/// The parameters with the numbers moved by so many of their changes.
fn moved(tuned: &[Tuned], by: impl Fn(usize) -> f64) -> Params {
    let mut params = Params::PLAY;
    for (index, number) in tuned.iter().enumerate() {
        *params.number(&number.name).expect("checked when read") =
            (number.value + by(index) * number.change).round() as i32;
    }
    params
}

/// Which numbers the pair with a number raises for its first player: bits of a mixed counter.
fn signs(pair: u64) -> impl Fn(usize) -> f64 {
    let mut bits = pair.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits ^= bits >> 31;
    move |index| if bits >> index & 1 == 0 { 1.0 } else { -1.0 }
}

fn parse(arguments: &[String]) -> Result<(Vec<Variant>, u64, u64, Vec<Tuned>), String> {
    let [variants, pairs, nodes, numbers @ ..] = arguments else {
        return Err("usage: spsa VARIANT[,VARIANT…] PAIRS NODES NUMBER:CHANGE…".to_owned());
    };
    let variants = variants.split(',').map(|name| name.parse::<Variant>().map_err(|error| error.to_string()));
    let count = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    let tuned = numbers.iter().map(|number| {
        let (name, change) = number.split_once(':').ok_or_else(|| format!("`{number}`: expected NUMBER:CHANGE"))?;
        let change = change.parse().map_err(|_| format!("`{change}` is not a number"))?;
        let value = *Params::PLAY.clone().number(name).ok_or_else(|| format!("no number is called `{name}`"))?;
        Ok(Tuned { name: name.to_owned(), value: f64::from(value), change })
    });
    Ok((variants.collect::<Result<_, _>>()?, count(pairs)?, count(nodes)?, tuned.collect::<Result<_, String>>()?))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (variants, pairs, nodes, mut tuned) = match parse(&arguments) {
        Ok(parsed) => parsed,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    };
    let starts: Vec<_> = variants.iter().map(any_game).collect();
    // The usual schedule of gains: the last difference is the change itself, and the last step a five-hundredth of it for each half point.
    let (delay, last) = (pairs as f64 / 10.0, pairs as f64);
    let batch = 2 * rayon::current_num_threads() as u64;
    for first in (0..pairs).step_by(batch as usize) {
        let difference = (last / (first as f64 + 1.0)).powf(0.101);
        let step = ((delay + last) / (delay + first as f64 + 1.0)).powf(0.602) / difference / 500.0;
        let played: Vec<(u64, f64)> = (first..(first + batch).min(pairs))
            .into_par_iter()
            .map(|pair| {
                let signs = signs(pair);
                let players = [1.0, -1.0].map(|side| moved(&tuned, |index| side * difference * signs(index)));
                let start = &starts[pair as usize % starts.len()];
                (pair, play_pair(&**start, pair, nodes, &players) as f64 - 2.0)
            })
            .collect();
        for (pair, points) in played {
            for (index, number) in tuned.iter_mut().enumerate() {
                number.value += step * points * signs(pair)(index) * number.change;
            }
        }
        if (first / batch).is_multiple_of(16) || first + batch >= pairs {
            let values = tuned.iter().map(|number| format!("{} {:.1}", number.name, number.value));
            println!("{} pairs: {}", (first + batch).min(pairs), values.collect::<Vec<_>>().join(", "));
        }
    }
}
