// Game files: PDN as text, in and out. Moves are taken as they stand; the engine judges them.

// The numbers of PDN's tag GameType for the games that have one.
const GAME_TYPES = {
  20: "international", 21: "english", 22: "italian", 23: "pool", 24: "spanish", 25: "russian", 26: "brazilian", 28: "spanish", 29: "czech",
  30: "turkish", 31: "thai", 40: "frisian", 96: "breakthrough", 97: "frysk", 98: "antidraughts",
};

// The first game of a file: { variant, start, moves, tags }.
export function readPdn(text) {
  const tags = {};
  let body = text.replace(/^\uFEFF/, "");
  const tag = /^\s*\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]/;
  for (let match = tag.exec(body); match; match = tag.exec(body)) {
    tags[match[1]] = match[2].replace(/\\(.)/g, "$1");
    body = body.slice(match[0].length);
  }
  // The next game begins with its own tags.
  body = body.split(/^\s*\[/m)[0];
  body = body.replace(/\{[^}]*\}/g, " ").replace(/;[^\n]*/g, " ").replace(/\$\d+/g, " ");
  for (let before = ""; before !== body; ) [before, body] = [body, body.replace(/\([^()]*\)/g, " ")];
  const words = body.replace(/\b\d+\s*\.(\s*\.\.)?/g, " ").replace(/\s*([x:-])\s*(?=[a-h\d])/gi, "$1").split(/\s+/);
  const moves = [];
  for (const word of words.filter((word) => /[\da-g]/i.test(word))) {
    if (/^(1-0|0-1|2-0|0-2|1-1|0-0|1\/2-1\/2|\*)$/.test(word)) break;
    // A stone that is taken may be a word of its own, but a huff is a move.
    if (/^x[a-g][1-7]$/.test(word) && moves.length) moves[moves.length - 1] += word;
    else moves.push(word.replace(/[!?*]+$/, ""));
  }
  const [type, , , , , inverted] = (tags.GameType ?? "").split(",");
  const named = type === "23" && inverted === "1" ? "jamaican" : GAME_TYPES[type];
  return { variant: tags.Variant ?? named ?? null, start: tags.FEN?.replace(/\.$/, "") ?? null, moves, tags };
}

export function writePdn({ variant, start, moves, sides, winner, over, names }) {
  const result = !over ? "*" : winner === "white" ? "1-0" : winner === "black" ? "0-1" : "1/2-1/2";
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const tags = { Event: "Millstone", Site: "?", Date: date, Round: "?", White: names.white, Black: names.black, Result: result, Variant: variant };
  if (start) Object.assign(tags, { SetUp: "1", FEN: start });
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
  const words = [...numbered(sides).flatMap(({ label, at }) => (label ? [label, moves[at]] : [moves[at]])), result];
  const lines = [""];
  for (const word of words) {
    const last = lines.length - 1;
    if (lines[last].length + word.length > 78) lines.push(word);
    else lines[last] += (lines[last] ? " " : "") + word;
  }
  return `${head.join("\n")}\n\n${lines.join("\n")}\n`;
}

// The numbers of the moves, given who made each: a number is a turn of each side, and a side may move twice in its turn.
export function numbered(sides) {
  const first = sides[0];
  let number = 0;
  return sides.map((side, at) => {
    const fresh = at === 0 || (side === first && sides[at - 1] !== first);
    if (fresh) number += 1;
    return { at, number, fresh, label: fresh ? `${number}.` : null, side };
  });
}
