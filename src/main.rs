use millstone::{
    draughts::{law, named::*},
    game::Visitor,
    perft,
};
struct P(u32);
impl Visitor for P {
    type Output = ();
    fn visit<G: millstone::notation::Notation>(self, g: G) {
        let s = g.start();
        for d in 1..=self.0 {
            let t = std::time::Instant::now();
            let n = perft::perft(&g, &s, d);
            let e = t.elapsed().as_secs_f64();
            print!("{n} ");
            if d == self.0 {
                print!("{:.1} Mnps", n as f64 / e / 1e6)
            }
        }
        println!();
    }
}
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    for (n, r) in [
        ("schmidt-de", SCHMIDT_DE),
        ("english", ENGLISH),
        ("international", INTERNATIONAL),
        ("russian", RUSSIAN),
        ("brazilian", BRAZILIAN),
        ("pool", POOL),
        ("czech", CZECH),
        ("spanish", SPANISH),
        ("italian", ITALIAN),
        ("thai", THAI),
        ("schmidt-fr", SCHMIDT_FR),
        ("doubleboard", DOUBLEBOARD),
    ] {
        print!("{n}: ");
        law::visit(r, P(if n == "doubleboard" { 7 } else { d }));
    }
    print!("custom english: ");
    law::visit_custom(ENGLISH, P(d));
    print!("custom int: ");
    law::visit_custom(INTERNATIONAL, P(d));
    print!("custom schmidt: ");
    law::visit_custom(SCHMIDT_DE, P(d));
    print!("custom russian: ");
    law::visit_custom(RUSSIAN, P(d));
}
