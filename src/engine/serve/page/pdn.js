// Game files: PDN as text. The engine reads the games; here a file is only taken apart, and written.

// The games of a file as texts, at least one, each with a title.
export function splitPdn(text) {
  const games = [""];
  let [moves, comment] = [false, false];
  for (const line of text.split("\n")) {
    const tag = !comment && /^\s*\[/.test(line);
    // A tag after moves begins the next game.
    if (tag && moves) games.push("");
    moves = tag ? false : moves || /^\s*[^\s;%]/.test(line);
    comment = comment ? !line.includes("}") : line.lastIndexOf("{") > line.lastIndexOf("}");
    games[games.length - 1] += `${line}\n`;
  }
  const tag = (game, name) => new RegExp(`^\\s*\\[\\s*${name}\\s*"([^"]*)"`, "m").exec(game)?.[1] ?? (name === "Result" ? "" : "?");
  return games.map((text, at) => ({ text, title: `${at + 1}. ${tag(text, "White")} – ${tag(text, "Black")} ${tag(text, "Result")}` }));
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
