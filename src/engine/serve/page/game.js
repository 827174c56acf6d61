// A game in progress: its rules, the moves played, and where in them the board stands. The engine is asked for everything else.

import { json, problem } from "./engine.js";

export class Game {
  constructor(engine) {
    this.engine = engine;
    this.variant = "schmidt-de";
    this.start = null; // The FEN it began with; null for the game's own start.
    this.plies = []; // What the engine says of the position before each move and after the last.
    this.cursor = 0;
    this.verdict = null; // An ending that is not by the rules: resigned, or out of time.
  }

  // The position command for the first plies.
  command(plies = this.cursor) {
    const moves = this.texts(plies);
    return `position ${this.start ? `fen ${this.start}` : "startpos"}${moves.length ? ` moves ${moves.join(" ")}` : ""}`;
  }

  texts(plies = this.plies.length - 1) {
    return this.plies.slice(1, plies + 1).map((ply) => ply.position.last.text);
  }

  get now() {
    return this.plies[this.cursor];
  }

  get atEnd() {
    return this.cursor === this.plies.length - 1;
  }

  // How the game ended, if the board stands at its end.
  get ending() {
    return this.now?.position.ending ?? (this.atEnd ? this.verdict : null);
  }

  // Sets up a game; throws with the engine's reason, and changes nothing, if the rules, the position or a move is wrong.
  async load(variant, start, moves) {
    const old = this.variant;
    const set = `setoption name UCI_Variant value ${variant}`;
    const begin = start ? `position fen ${start}` : "position startpos";
    const first = await this.engine.ask(set, begin, "board", "position json", "moves json");
    if (problem(first)) {
      await this.restore(old);
      throw new Error(problem(first));
    }
    const plies = [reply(first)];
    for (const commands of inMessages(moves.map((_, at) => `${begin} moves ${moves.slice(0, at + 1).join(" ")}`))) {
      const lines = await this.engine.ask(...commands.flatMap((command) => [command, "position json", "moves json"]));
      if (problem(lines)) {
        await this.restore(old);
        throw new Error(problem(lines));
      }
      const positions = lines.filter((line) => line.startsWith("position {"));
      const legal = lines.filter((line) => line.startsWith("moves {"));
      positions.forEach((line, at) => plies.push(reply([line, legal[at]])));
    }
    Object.assign(this, { start, plies, cursor: plies.length - 1, verdict: null, board: json(first, "board") });
    this.variant = this.board.variant;
    this.engine.options.set("UCI_Variant", this.variant);
    return this;
  }

  restore(variant) {
    return this.engine.ask(`setoption name UCI_Variant value ${variant}`, this.plies.length ? this.command() : "position startpos");
  }

  // Plays a move at the cursor; what came after it there is dropped.
  async play(text) {
    const lines = await this.engine.ask(`${this.command()}${this.cursor ? " " : " moves "}${text}`, "position json", "moves json");
    if (problem(lines)) throw new Error(problem(lines));
    this.plies.length = this.cursor + 1;
    this.plies.push(reply(lines));
    this.cursor += 1;
    this.verdict = null;
  }
}

// Commands in groups that are short enough for a message.
function inMessages(commands) {
  const groups = [];
  let length = Infinity;
  for (const command of commands) {
    if (length + command.length > 30000) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1).push(command);
    length += command.length + 30;
  }
  return groups;
}

function reply(lines) {
  return { position: json(lines, "position"), moves: json(lines, "moves").moves, chance: null };
}
