// Analysis of the position on the board: a score bar, the three best lines as arrows, and a graph of the chances over the game.

import { element } from "./board.js";
import { t } from "./texts.js";

// How far the chances must move in one move for it to be a turning point.
const TURN = 0.15;
const GRAPH_TIME = 120;

export class Analysis {
  constructor(adviser, app) {
    this.adviser = adviser;
    this.app = app;
    this.on = false;
    this.lines = [];
    this.run = 0; // Counts up, so that late replies are known as such.
    this.bar = document.getElementById("score-bar");
    this.list = document.getElementById("lines");
    this.svg = document.getElementById("graph");
    this.svg.addEventListener("click", (event) => this.pick(event));
    this.svg.addEventListener("keydown", (event) => event.key === "Enter" && this.pick(event));
    document.addEventListener("visibilitychange", () => (document.hidden ? this.adviser.stop() : this.update()));
  }

  toggle() {
    this.on = !this.on;
    this.bar.hidden = this.list.hidden = !this.on;
    if (!this.on) this.list.replaceChildren();
    this.app.board.setArrows([]);
    if (this.on) this.update();
    else this.stop();
  }

  stop() {
    this.run += 1;
    this.adviser.stop();
  }

  async prepare(lines) {
    const { adviser, app } = this;
    await adviser.set("UCI_Variant", app.game.variant);
    await adviser.set("UCI_AnalyseMode", true);
    await adviser.set("UCI_ShowWDL", true);
    await adviser.set("MultiPV", lines);
  }

  // Analyses the position on the board, if analysis is on.
  async update() {
    this.drawGraph();
    if (!this.on || document.hidden || this.graphing) return;
    this.run += 1;
    const run = this.run;
    const { now, ending } = this.app.game;
    this.lines = [];
    if (ending) {
      this.stop();
      this.show(now);
      return;
    }
    await this.prepare(3);
    if (run !== this.run) return;
    await this.adviser.search(this.app.game.command(), "go movetime 60000", (info) => {
      if (run !== this.run || !info.pv.length) return;
      this.lines[info.line - 1] = info;
      this.frame ??= requestAnimationFrame(() => {
        this.frame = null;
        if (run === this.run) this.show(now);
      });
    });
  }

  // The best move of the position on the board.
  async best() {
    if (this.on && this.lines[0]) return this.lines[0].pv[0];
    this.run += 1;
    await this.prepare(1);
    return this.adviser.search(this.app.game.command(), "go movetime 800");
  }

  show(ply) {
    const white = ply.position.side === "white";
    const ending = this.app.game.ending;
    const first = this.lines[0];
    const chance = ending ? result(ending) : first ? (white ? first.chance : 1 - first.chance) : 0.5;
    if (first || ending) ply.chance = chance;
    this.bar.classList.toggle("turned", this.app.board.flipped);
    this.bar.firstElementChild.style.height = `${chance * 100}%`;
    this.bar.setAttribute("aria-label", t("chances", Math.round(chance * 100)));
    const rows = this.lines.filter(Boolean).map((line) => {
      const row = document.createElement("li");
      const score = document.createElement("b");
      const moves = document.createElement("span");
      score.textContent = scoreText(line, white);
      moves.textContent = moves.title = line.pv.slice(0, 12).join(" ");
      row.append(score, moves);
      return row;
    });
    if (first) {
      const depth = document.createElement("li");
      depth.className = "depth";
      depth.textContent = t("depth", first.depth);
      rows.push(depth);
    }
    this.list.replaceChildren(...rows);
    this.app.board.setArrows(this.arrows(ply));
    this.drawGraph();
  }

  // The first moves of the lines; several lines may begin alike only if the engine says so.
  arrows(ply) {
    return this.lines.filter(Boolean).flatMap((line, at) => {
      const move = ply.moves.find((move) => move.text === line.pv[0]);
      return move ? [arrow(move, at + 1)] : [];
    });
  }

  // Asks for the chances of every position of the game, one after the other.
  async graph() {
    const { game } = this.app;
    const run = (this.run += 1);
    this.graphing = true;
    this.drawGraph();
    await this.prepare(1);
    for (const [at, ply] of game.plies.entries()) {
      if (run !== this.run) break;
      if (ply.position.ending) ply.chance = result(ply.position.ending);
      if (ply.chance !== null) continue;
      let last = null;
      await this.adviser.search(game.command(at), `go movetime ${GRAPH_TIME}`, (info) => (last = info));
      if (last) ply.chance = ply.position.side === "white" ? last.chance : 1 - last.chance;
      this.drawGraph();
    }
    this.graphing = false;
    this.drawGraph();
    this.update();
  }

  drawGraph() {
    const { plies, cursor } = this.app.game;
    const { svg } = this;
    const known = plies.flatMap((ply, at) => (ply.chance === null ? [] : [at]));
    // SVG elements have the attribute, but not the property.
    svg.toggleAttribute("hidden", known.length < 2);
    // Drawn anew only if something has changed, so that focus and clicks are not lost.
    const state = JSON.stringify([cursor, document.documentElement.lang, plies.map((ply) => [ply.position.last?.text, ply.chance?.toFixed(2)])]);
    if (known.length < 2 || state === this.drawn) return;
    this.drawn = state;
    svg.setAttribute("aria-label", t("graph"));
    const step = 600 / Math.max(1, plies.length - 1);
    const y = (chance) => 8 + (1 - chance) * 144;
    const points = known.map((at) => `${at * step},${y(plies[at].chance)}`);
    const columns = plies.map((_, at) =>
      element("rect", { class: "column", x: (at - 0.5) * step, y: 0, width: step, height: 160, "data-ply": at }),
    );
    const turns = turningPoints(plies).map(([at, before, after]) => {
      const label = t("turningPoint", plies[at].position.last.text, Math.round(before * 100), Math.round(after * 100));
      const attributes = { class: "point", cx: at * step, cy: y(after), r: 7, tabindex: 0, role: "button", "aria-label": label, "data-ply": at };
      return element("circle", attributes, element("title", {}, label));
    });
    svg.replaceChildren(
      element("polygon", { class: "area", points: `${known[0] * step},160 ${points.join(" ")} ${known.at(-1) * step},160` }),
      element("text", { class: "of-black", x: 8, y: 24 }, this.app.sideName("black")),
      element("text", { class: "of-white", x: 8, y: 150 }, this.app.sideName("white")),
      element("line", { class: "middle", x1: 0, x2: 600, y1: 80, y2: 80 }),
      element("line", { class: "here", x1: cursor * step, x2: cursor * step, y1: 0, y2: 160 }),
      ...columns,
      ...turns,
    );
  }

  pick(event) {
    const at = event.target.dataset?.ply;
    if (at !== undefined) this.app.goTo(Number(at));
  }
}

export function arrow(move, rank) {
  return { path: move.path.length ? move.path : move.captured, captured: move.captured, rank, text: move.text };
}

// The plies whose move changed the chances, with White's before and after.
export function turningPoints(plies) {
  return plies.flatMap(({ chance }, at) => {
    const before = plies[at - 1]?.chance ?? null;
    return chance === null || before === null || Math.abs(chance - before) < TURN ? [] : [[at, before, chance]];
  });
}

function result({ winner }) {
  return winner === "white" ? 1 : winner === "black" ? 0 : 0.5;
}

function scoreText({ mate, cp }, white) {
  if (mate !== null) return t(mate > 0 ? "winIn" : "loseIn", Math.abs(mate));
  const value = (white ? cp : -cp) / 100;
  return (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(2);
}
