// Turns clicks on squares into one of the legal moves, step by step, whatever the game.
//
// Each legal move is a list of squares to click: where it leaves, each square it lands on, then each stone it takes. A click keeps
// the moves whose list goes on with that square. So this needs to know nothing of the rules.

export class MoveInput {
  constructor(moves) {
    this.all = moves.flatMap((move) => scripts(move).map((squares) => ({ move, squares })));
    this.reset();
  }

  reset() {
    this.clicked = [];
  }

  // What still can become a move.
  get open() {
    return this.all.filter(({ squares }) => this.clicked.every((square, at) => squares[at] === square));
  }

  // The squares of the next click.
  targets() {
    return new Set(this.open.map(({ squares }) => squares[this.clicked.length]).filter(Boolean));
  }

  // The squares on which a move can begin.
  starts() {
    return new Set(this.all.map(({ squares }) => squares[0]));
  }

  // The move that the clicks so far are, though some go on: the one that stops here.
  complete() {
    return this.open.find(({ squares }) => squares.length === this.clicked.length)?.move ?? null;
  }

  // Takes a click: { move } when it completes one, { step } when it goes on, { start } for another piece, { wrong } otherwise.
  click(square) {
    const before = this.clicked;
    const next = this.open.filter(({ squares }) => squares[before.length] === square);
    if (next.length) {
      this.clicked = [...before, square];
      return this.finished() ?? { step: true };
    }
    if (before.length && square === before.at(-1)) {
      const move = this.complete();
      if (move) return { move };
      this.reset();
      return { start: false };
    }
    // The last square of a chain, if that leaves no choice.
    const ends = before.length ? this.open.filter(({ move }) => move.path.at(-1) === square) : [];
    if (new Set(ends.map(({ move }) => move.text)).size === 1) {
      this.clicked = ends[0].squares.slice(0, ends[0].move.path.length);
      return this.finished() ?? { step: true };
    }
    if (this.starts().has(square)) {
      this.clicked = [square];
      return this.finished() ?? { start: true };
    }
    return { wrong: true };
  }

  finished() {
    const open = this.open;
    const moves = new Set(open.map(({ move }) => move.text));
    const done = open.find(({ squares }) => squares.length === this.clicked.length);
    return moves.size === 1 && done ? { move: done.move } : null;
  }

  // The path that the clicks so far have taken, and what they have removed from it.
  progress() {
    const { move } = this.open[0] ?? {};
    if (!move || !this.clicked.length) return null;
    return { move, path: this.clicked.slice(0, move.kind === "huff" ? 0 : move.path.length), taken: this.clicked.slice(move.path.length) };
  }
}

function scripts(move) {
  if (move.kind === "huff") return [move.captured];
  if (move.kind === "capture") return [move.path, ...(move.other_paths ?? [])];
  // The stones that a mill takes, in either order.
  const [first, second] = move.captured;
  const orders = second ? [[first, second], [second, first]] : [move.captured];
  return orders.map((order) => [...move.path, ...order]);
}

// Why a click is no move, as the key of a text.
export function whyNot(square, position, moves, selected) {
  const piece = position.pieces[square];
  const kinds = new Set(moves.map((move) => move.kind));
  const only = (...names) => [...kinds].every((kind) => names.includes(kind));
  if (!moves.length) return "whyOver";
  if (only("huff")) return "whyHuff";
  if (only("wolf-placement")) return "whyWolf";
  if (selected) return "whyTarget";
  if (moves.every((move) => move.from === null)) return piece ? "whyPlace" : "whyTarget";
  if (!piece) return "whyEmpty";
  if (piece.side !== position.side) return "whyTheirs";
  if (only("capture")) return "whyCapture";
  return "whyStuck";
}
