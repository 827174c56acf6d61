// The dialog for a new game: which game, by which leaflet, with which changes, from where, and who plays.

import { Board, element } from "./board.js";
import { json, problem } from "./engine.js";
import { axisTitle, valueTitle } from "./axes.js";
import { gameTitle, knows, language, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
export const LIMITS = ["0.2", "1", "3", "10", "30", "c3+2", "c5+3", "c15+10"];

export function limitTitle(limit) {
  return limit.startsWith("c") ? t("clock", ...limit.slice(1).split("+")) : t("perMove", limit);
}

export class Setup {
  constructor(app, catalogue) {
    this.app = app;
    this.dialog = $("setup");
    this.variants = catalogue.variants.map(classify);
    $("begin").onclick = () => this.begin();
    $("use-current").onclick = () => ($("fen").value = this.app.game.now.position.fen);
    $("reset-axes").onclick = () => this.choose(this.base);
    $("setup").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !["INPUT", "SELECT"].includes(event.target.tagName)) return;
      event.preventDefault();
      this.begin();
    });
  }

  open() {
    const { settings, game } = this.app;
    for (const side of ["white", "black"]) {
      options($(`player-${side}`), ["person", "engine"].map((who) => [who, t(who)]), settings[side]);
    }
    options($("level"), Array.from({ length: 20 }, (_, at) => [String(at + 1), String(at + 1)]), String(settings.level));
    options($("limit"), LIMITS.map((limit) => [limit, limitTitle(limit)]), settings.limit);
    $("fen").value = game.start ?? "";
    $("from-position").open = Boolean(game.start);
    $("setup-error").textContent = "";
    $("own-rules").open = game.variant.includes("+");
    this.latest = null;
    this.choose(game.variant).then(() => $("game-fields").querySelector("select")?.focus());
    this.dialog.showModal();
  }

  // Chooses a game by its full name, and shows its rules; gives the reason if there is no such game.
  async choose(name) {
    const lines = await this.app.engine.ask(`variants json ${name}`);
    const variant = json(lines, "variants");
    if (!variant) {
      // The fields go back to the rules that the text explains.
      const reason = (problem(lines) ?? "").replace(/^variant [^:]*: (these rules make no sense together: )?/, "");
      $("setup-error").textContent = t("badRules", reason);
      this.showAxes();
      return reason;
    }
    $("setup-error").textContent = "";
    this.variant = variant;
    this.base = variant.base;
    this.showGameFields();
    this.showAxes();
    const [white, black] = sideTitles(variant.family);
    $("white-name").textContent = white;
    $("black-name").textContent = black;
    const changed = variant.axes.filter((axis) => axis.value !== axis.base).map((axis) => axis.name);
    await showRules(this.app.engine, variant.name, $("setup-rules"), changed, this.latest);
    return null;
  }

  // A select for each question that still distinguishes games.
  showGameFields() {
    const current = this.variants.find(({ name }) => name === this.base) ?? classify(this.variant);
    const fields = ["group", "sheet", "language", "form"];
    const labels = { group: t("family"), sheet: t(current.named ? "variantOf" : "sheet"), language: t("sheetLanguage"), form: t("form") };
    const names = new Intl.DisplayNames([language()], { type: "language" });
    const titles = {
      group: (key) => t(key),
      sheet: (key) => (current.named ? gameTitle(key) : t(key)),
      language: (key) => (key ? names.of(key === "gb" ? "en" : key) : t("allLanguages")),
      form: (key) => t(key || "plain"),
    };
    let left = this.variants;
    const selects = [];
    for (const field of fields) {
      const values = [...new Set(left.map((variant) => variant[field]))];
      if (values.length > 1 || field === "group" || (field === "sheet" && values[0])) {
        selects.push(
          labelled(labels[field], values.map((value) => [value, titles[field](value)]), current[field], (value) => this.pick(current, fields, field, value)),
        );
      }
      left = left.filter((variant) => variant[field] === current[field]);
    }
    const focused = document.activeElement?.dataset?.field;
    $("game-fields").replaceChildren(...selects.map((select, at) => ((select.lastChild.dataset.field = at), select)));
    if (focused) $("game-fields").querySelector(`[data-field="${focused}"]`)?.focus();
  }

  // The game that has the chosen value, and is else as much like the current one as can be.
  pick(current, fields, field, value) {
    const fits = this.variants.filter((variant) => variant[field] === value && fields.slice(0, fields.indexOf(field)).every((other) => variant[other] === current[other]));
    const likeness = (variant) => fields.filter((other) => variant[other] === current[other]).length;
    fits.sort((one, two) => likeness(two) - likeness(one));
    this.choose(fits[0].name);
  }

  showAxes() {
    const rows = this.variant.axes.map((axis) => {
      const words = (axis.values ?? []).map(({ value, meaning }) => [value, valueTitle(axis.name, value, meaning)]);
      const change = (value) => this.change(axis.name, value);
      const label = axis.max === undefined ? labelled(axisTitle(axis), words, axis.value, change) : numeric(axis, words, change);
      label.classList.toggle("changed", axis.value !== axis.base);
      label.title = axis.meaning;
      label.lastChild.dataset.axis = axis.name;
      return label;
    });
    const focused = document.activeElement?.dataset?.axis;
    $("axes").replaceChildren(...rows);
    if (focused) $("axes").querySelector(`[data-axis="${focused}"]`)?.focus();
  }

  // Changes an axis. Where that makes no sense without another change, and the engine names it, both are made.
  async change(name, value) {
    const { axes } = this.variant;
    const values = new Map(axes.map((axis) => [axis.name, axis.value]));
    const choose = () => this.choose(this.base + axes.filter((axis) => values.get(axis.name) !== axis.base).map((axis) => `+${axis.name}=${values.get(axis.name)}`).join(""));
    values.set(name, value);
    this.latest = name;
    const remedies = /; add (.*)$/.exec((await choose()) ?? "")?.[1].split(" or ") ?? [];
    const other = remedies.map((text) => text.split("=")).find(([axis]) => axis !== name);
    if (!other) return;
    values.set(...other);
    await choose();
  }

  async begin() {
    const { settings } = this.app;
    for (const side of ["white", "black"]) settings[side] = $(`player-${side}`).value;
    settings.level = Number($("level").value);
    settings.limit = $("limit").value;
    const fen = $("from-position").open ? $("fen").value.trim() : "";
    try {
      await this.app.newGame(this.variant.name, fen || null, []);
      this.dialog.close();
    } catch (error) {
      $("setup-error").textContent = error.message;
    }
  }
}

const sideKeys = (family) => (family === "wolf and sheep" ? ["sheep", "wolf"] : ["white", "black"]);

// What the sides are called.
export function sideTitles(family) {
  return sideKeys(family).map((key) => t(family === "wolf and sheep" ? `${key}Side` : key));
}

// "White wins", in the game's words.
export function victory(family, winner) {
  return t(`${sideKeys(family)[winner === "white" ? 0 : 1]}Wins`);
}

// Shows the rules of a game: the start, and prose in the page's language, both told by the engine. Sentences that depend on an axis
// in `changed` are marked, and those on the `latest` are scrolled to.
export async function showRules(engine, name, article, changed = [], latest = null) {
  const rules = json(await engine.ask(`rules json ${language()} ${name}`), "rules");
  const picture = element("svg", { class: "start", role: "img", "aria-label": t("startPosition") });
  const board = new Board(picture);
  board.setBoard(rules.board);
  board.setPieces(rules.start.pieces);
  const sections = rules.sections.flatMap(({ heading, sentences }) => {
    const paragraph = document.createElement("p");
    for (const { text, axes } of sentences) {
      const kind = axes.some((axis) => changed.includes(axis)) ? "mark" : "span";
      const sentence = Object.assign(document.createElement(kind), { textContent: text });
      if (axes.includes(latest)) sentence.dataset.latest = "";
      paragraph.append(sentence, " ");
    }
    return [Object.assign(document.createElement("h3"), { textContent: heading }), paragraph];
  });
  article.replaceChildren(picture, ...sections);
  const top = article.querySelector("[data-latest]")?.getBoundingClientRect().top ?? -Infinity;
  article.scrollTop = Math.max(0, article.scrollTop + top - article.getBoundingClientRect().top - 80);
}

// Where a game stands in the fields of the dialog.
function classify({ name, family, parent }) {
  const leaflet = /^([a-z]+)-([a-z]{2})(?:-(.+))?$/.exec(name);
  if (!parent && family === "draughts" && leaflet && knows(leaflet[1])) {
    return { name, group: family, sheet: leaflet[1], language: leaflet[2], form: leaflet[3] ?? "" };
  }
  const group = parent ? "ownRules" : family === "draughts" ? "tournament" : family;
  return { name, group, sheet: name.split("+")[0], language: "", form: "", named: true };
}

function options(select, values, chosen) {
  select.replaceChildren(...values.map(([value, title]) => new Option(title, value, false, value === chosen)));
}

function labelled(title, values, chosen, change) {
  const label = document.createElement("label");
  const select = document.createElement("select");
  label.append(Object.assign(document.createElement("span"), { textContent: title }), select);
  options(select, values, chosen);
  select.onchange = () => change(select.value);
  return label;
}

// A field for a number, or one of some words. Few numbers are listed, many are typed.
function numeric(axis, words, change) {
  if (axis.max - axis.min < 30) {
    const numbers = Array.from({ length: axis.max - axis.min + 1 }, (_, at) => String(axis.min + at));
    return labelled(axisTitle(axis), [...numbers.map((text) => [text, text]), ...words], axis.value, change);
  }
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.value = words.find(([value]) => value === axis.value)?.[1] ?? axis.value;
  input.placeholder = [`${axis.min}–${axis.max}`, ...words.map(([, title]) => title)].join(", ");
  input.onchange = () => {
    const text = input.value.trim();
    change(words.find(([, title]) => title.toLowerCase() === text.toLowerCase())?.[0] ?? text);
  };
  label.append(Object.assign(document.createElement("span"), { textContent: axisTitle(axis) }), input);
  return label;
}
