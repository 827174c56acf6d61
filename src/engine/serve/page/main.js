// The page: what happens on the board, who is to move, and what is said about it.

import { Analysis, arrow } from "./analysis.js";
import { Board } from "./board.js";
import { Engine, json, Lost, problem } from "./engine.js";
import { Game } from "./game.js";
import { MoveInput, whyNot } from "./input.js";
import { readLink, writeLink } from "./link.js";
import { numbered, splitPdn, writePdn } from "./pdn.js";
import { LIMITS, Setup, showRules, sideTitles, victory } from "./setup.js";
import { gameTitle, language, LANGUAGES, setLanguage, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const SIDES = ["white", "black"];
const other = (side) => (side === "white" ? "black" : "white");

class App {
  constructor() {
    this.settings = { white: "person", black: "engine", level: 8, limit: "1", flipped: false };
    this.engine = new Engine((open) => this.connection(open));
    this.adviser = new Engine();
    this.game = new Game(this.engine);
    this.board = new Board($("board"), {
      press: (square) => this.press(square),
      drop: (square) => this.press(square),
      isSelected: (square) => this.input?.clicked.length > 0 && this.input.progress()?.path.at(-1) === square,
      label: (square) => this.label(square),
    });
    this.analysis = new Analysis(this.adviser, this);
    this.turn = 0; // Counts up with every change, so that late replies are known as such.
    this.wire();
  }

  async start() {
    const link = readLink();
    this.restoreSettings(link);
    this.applyTexts();
    const reachable = async () => {
      const catalogue = this.engine.ask("variants json");
      await this.open(link);
      return json(await catalogue, "variants");
    };
    for (let catalogue = null; !catalogue; ) {
      try {
        catalogue = await reachable();
        this.setup = new Setup(this, catalogue);
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        await pause(1500);
      }
    }
    performance.mark("ready");
    document.body.dataset.ready = "true";
  }

  // Begins the game of a link; the usual one, with the reason, if the link is wrong.
  async open(link) {
    try {
      await this.newGame(link.variant ?? "schmidt-de", link.start ?? null, link.moves);
      if (link.ply !== null) this.goTo(link.ply);
    } catch (error) {
      if (error instanceof Lost) throw error;
      await this.newGame("schmidt-de", null, []);
      this.notice(t("badLink", error.message), true);
    }
  }

  restoreSettings(link) {
    const { settings } = this;
    for (const side of SIDES) if (["person", "engine"].includes(link[side])) settings[side] = link[side];
    if (Number(link.level) >= 1 && Number(link.level) <= 20) settings.level = Math.round(Number(link.level));
    if (LIMITS.includes(link.limit)) settings.limit = link.limit;
    settings.flipped = link.flipped === "1";
    const wanted = [link.language, localStorage.getItem("language"), ...navigator.languages.map((name) => name.slice(0, 2))];
    setLanguage(wanted.find((name) => LANGUAGES.includes(name)));
    setTheme(localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  }

  wire() {
    const click = (id, action) => ($(id).onclick = action);
    click("new-game", () => this.setup?.open());
    click("show-rules", () => this.openRules());
    click("theme", () => {
      setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
      localStorage.setItem("theme", document.documentElement.dataset.theme);
    });
    click("back", () => this.back());
    click("forward", () => this.forward());
    click("hint", () => this.hint());
    click("move-now", () => this.moveNow());
    click("turn", () => this.flip());
    click("resign", () => this.resign());
    click("share", () => this.share());
    click("choice", () => this.finish(this.input.complete()));
    click("analyse", () => {
      this.analysis.toggle();
      $("analyse").setAttribute("aria-pressed", this.analysis.on);
    });
    click("draw-graph", () => this.analysis.graph());
    click("pdn-load", () => this.loadPdn($("pdn").value));
    click("pdn-save", () => this.savePdn());
    $("pdn-game").onchange = () => this.loadGame(this.games[Number($("pdn-game").value)].text);
    $("file").ontoggle = () => $("file").open && !$("pdn").value && ($("pdn").value = this.pdn());
    $("pdn-file").onchange = async (event) => {
      const [file] = event.target.files;
      if (file) this.loadPdn(($("pdn").value = await file.text()));
    };
    $("type-move").onsubmit = (event) => {
      event.preventDefault();
      this.typed(event.target.elements.move);
    };
    $("language").onchange = (event) => {
      setLanguage(event.target.value);
      localStorage.setItem("language", language());
      this.applyTexts();
      this.show();
    };
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.followLink());
    // A lost connection has been told already, and is made again.
    addEventListener("unhandledrejection", (event) => event.reason instanceof Lost && event.preventDefault());
    setInterval(() => this.tick(), 200);
  }

  applyTexts() {
    for (const node of document.querySelectorAll("[data-t]")) {
      const icon = node.dataset.icon;
      node.textContent = t(node.dataset.t);
      if (icon) {
        node.insertAdjacentHTML("afterbegin", `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>`);
      }
    }
    for (const node of document.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
    for (const node of document.querySelectorAll("[data-t-placeholder]")) node.placeholder = t(node.dataset.tPlaceholder);
    const names = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);
    $("language").replaceChildren(...LANGUAGES.map((code) => new Option(names(code), code, false, code === language())));
    $("board").setAttribute("aria-label", `${t("board")}. ${t("boardHelp")}`);
  }

  // Begins a game. It throws with the engine's reason, and changes nothing, if the rules, the position or a move is wrong.
  async newGame(variant, start, moves) {
    this.turn += 1;
    this.engine.stop();
    this.analysis.stop();
    await this.game.load(variant, start, moves);
    await this.engine.ask("ucinewgame");
    const [minutes] = this.settings.limit.startsWith("c") ? this.settings.limit.slice(1).split("+").map(Number) : [0];
    this.clock = minutes ? { white: minutes * 60000, black: minutes * 60000 } : null;
    this.ticked = performance.now();
    this.board.flipped = this.settings.flipped;
    this.board.setBoard(this.game.board);
    this.show();
  }

  // Draws all that depends on the position on the board.
  show() {
    const { game, board } = this;
    const { position, moves } = game.now;
    this.input = new MoveInput(game.ending ? [] : moves);
    this.notice(this.offline ? t("offline") : "", Boolean(this.offline));
    this.shown = position.pieces;
    this.sides = sideTitles(game.board.family);
    board.setPieces(position.pieces);
    board.setArrows([]);
    this.mark();
    this.showStatus();
    this.showPlayers();
    this.showMoves();
    $("title").textContent = gameTitle(game.variant);
    $("title").title = game.variant;
    document.title = `${gameTitle(game.variant)} – Millstone`;
    const { settings } = this;
    writeLink({
      variant: game.variant, start: game.start, moves: game.texts(), ply: game.cursor, white: settings.white, black: settings.black,
      level: settings.level, limit: settings.limit, flipped: settings.flipped ? "1" : "", language: language(),
    });
    $("back").disabled = game.cursor === 0;
    $("forward").disabled = game.atEnd;
    $("hint").disabled = $("move-now").disabled = $("resign").disabled = Boolean(game.ending);
    this.analysis.update();
    this.think();
  }

  sideName(side) {
    return this.sides[SIDES.indexOf(side)];
  }

  // Whether a person is to move on the board.
  get personsTurn() {
    return !this.game.ending && this.settings[this.game.now.position.side] === "person";
  }

  // Whether a stone has closed its mill and only the one to take is left to enter.
  get taking() {
    const progress = this.input.clicked.length ? this.input.progress() : null;
    return progress?.move.kind === "mill" && progress.path.length === progress.move.path.length;
  }

  mark() {
    const { position } = this.game.now;
    const { input } = this;
    const { last } = position;
    const begun = input.clicked.length > 0;
    const progress = input.progress();
    const { taking } = this;
    const mine = this.personsTurn;
    const starts = [...input.starts()];
    this.board.mark({
      last: new Set(last ? [...last.path, ...(last.kind === "huff" ? last.captured : [])] : []),
      mill: new Set(taking ? progress.move.mills?.flat() : last?.mills?.flat()),
      huff: new Set(mine && !begun ? position.huffable : []),
      start: new Set(mine && !begun ? starts.filter((square) => position.pieces[square]?.side === position.side) : []),
      selected: new Set(begun && !taking ? [progress.path.at(-1)] : []),
      target: new Set(begun && !taking ? input.targets() : []),
      free: new Set(mine && !begun ? starts.filter((square) => !position.pieces[square]) : []),
      take: new Set(taking ? input.targets() : []),
    });
  }

  label(square) {
    const piece = this.shown?.[square];
    const place = this.board.places.get(square);
    const parts = [place.letters ? `${square} (${place.letters})` : square];
    parts.push(piece ? `${this.sideName(piece.side)}, ${t(piece.kind)}` : t("empty"));
    const classes = this.board.buttons.get(square).classList;
    if (classes.contains("selected")) parts.push(t("selected"));
    else if (["target", "free", "take"].some((name) => classes.contains(name))) parts.push(t("target"));
    else if (classes.contains("huff")) parts.push(t("huffable"));
    else if (classes.contains("start")) parts.push(t("canMove"));
    return parts.join(", ");
  }

  showStatus() {
    const { game, input } = this;
    const { position, moves } = game.now;
    const status = $("status");
    const side = this.sideName(position.side);
    const { last } = position;
    const engine = this.settings[position.side] === "engine";
    const ending = game.ending;
    const again = !ending && last && last.side === position.side && last.next === position.side;
    let text = engine && game.atEnd ? t("thinking", side) : engine || this.settings.white === this.settings.black ? t("toMove", side) : t("yourMove", side);
    if (again) text = t(last.kind === "huff" ? "huffedNow" : "again", side);
    if (ending) text = `${ending.winner ? victory(game.board.family, ending.winner) : t("draw")}: ${t(ending.reason, side)}`;
    status.textContent = text;
    status.className = ending ? "over" : again ? "again" : "";
    $("choice").hidden = true;
    if (ending || engine) return;
    const progress = input.progress();
    if (progress && input.clicked.length) {
      const done = input.complete();
      const jumping = progress.move.kind === "capture" && progress.path.length > 1;
      const { taking } = this;
      this.notice(taking ? t("takeStone") : jumping ? t(done ? "mayStop" : "goOn") : "");
      $("choice").hidden = !done;
      $("choice").textContent = t(taking ? "takeNone" : "stopHere");
    } else if (position.huffable.length) {
      this.notice(t(moves.every((move) => move.kind === "huff") ? "mustHuff" : "mayHuff"));
    } else if (moves.every((move) => move.kind === "wolf-placement")) this.notice(t("placeWolf"));
    else if (moves.every((move) => move.from === null)) this.notice(t("placeStone"));
    else this.notice("");
  }

  notice(text, wrong = false) {
    $("notice").textContent = text;
    $("notice").className = wrong ? "wrong" : "";
    if (wrong) this.say(text);
  }

  // Tells a screen reader.
  say(text) {
    $("live").textContent = text;
  }

  showPlayers() {
    const { position } = this.game.now;
    for (const side of SIDES) {
      const below = (side === this.game.board.bottom) !== this.settings.flipped;
      const box = $(below ? "player-bottom" : "player-top");
      const disc = (name) => Object.assign(document.createElement("span"), { className: `disc ${name}` });
      const who = this.settings[side] === "engine" ? `${t("engine")}, ${t("levelN", this.settings.level)}` : t("person");
      const name = Object.assign(document.createElement("span"), { className: "name", textContent: this.sideName(side) });
      const player = Object.assign(document.createElement("span"), { className: "quiet", textContent: who });
      box.replaceChildren(disc(side), name, player);
      box.className = `player${!this.game.ending && position.side === side ? " active" : ""}`;
      const hand = position.hands?.[side] ?? 0;
      if (hand) {
        const stones = Object.assign(document.createElement("span"), { className: "stones", ariaHidden: "true" });
        stones.append(...Array.from({ length: hand }, () => disc(side)));
        const words = Object.assign(document.createElement("span"), { className: "words", textContent: t("hand", hand) });
        const holder = Object.assign(document.createElement("span"), { className: "hand" });
        holder.append(stones, words);
        box.append(holder);
      }
      if (this.clock) box.append(Object.assign(document.createElement("span"), { className: "clock", textContent: clockText(this.clock[side]), id: `clock-${side}` }));
    }
  }

  showMoves() {
    const { game } = this;
    const plies = game.plies.slice(1);
    const list = $("moves");
    if (!plies.length) {
      list.replaceChildren(Object.assign(document.createElement("li"), { className: "empty", textContent: t("noMoves") }));
      return;
    }
    const rows = [];
    for (const { at, number, fresh, side } of numbered(plies.map((ply) => ply.position.last.side))) {
      if (fresh) {
        const row = document.createElement("li");
        const cells = [0, 1].map(() => Object.assign(document.createElement("span"), { className: "cell-moves" }));
        row.append(Object.assign(document.createElement("span"), { className: "number-cell", textContent: `${number}.` }), ...cells);
        rows.push(row);
      }
      const button = document.createElement("button");
      button.textContent = plies[at].position.last.text;
      if (game.cursor === at + 1) button.setAttribute("aria-current", "true");
      button.onclick = () => this.goTo(at + 1);
      rows.at(-1).children[side === plies[0].position.last.side ? 1 : 2].append(button);
    }
    list.replaceChildren(...rows);
    const current = list.querySelector("[aria-current]");
    list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }

  // A click on a square.
  press(square) {
    const { game, input } = this;
    const { position, moves } = game.now;
    if (this.moving) return;
    if (game.ending) return this.notice(t("whyOver"), true);
    if (!this.personsTurn) return this.notice(t("whyNotYours"), true);
    const before = input.progress()?.path ?? [];
    const selected = input.clicked.length > 0;
    const result = input.click(square);
    if (result.move) return this.finish(result.move, before);
    if (result.wrong) return this.notice(t(this.taking ? "takeStone" : whyNot(square, position, moves, selected)), true);
    this.showProgress(before);
  }

  // Shows a move that is half entered: the piece where it has got to, what it has jumped faded.
  showProgress(before) {
    const { position } = this.game.now;
    const progress = this.input.progress();
    const pieces = { ...position.pieces };
    const jumped = [];
    if (progress && (progress.path.length > 1 || progress.move.from === null)) {
      const piece = moved(progress.move, position);
      if (progress.move.from !== null) delete pieces[progress.path[0]];
      progress.path.forEach((to, at) => at && progress.move.kind === "capture" && jumped.push(...this.board.between(progress.path[at - 1], to).filter((square) => pieces[square])));
      for (const square of progress.taken) delete pieces[square];
      pieces[progress.path.at(-1)] = piece;
    }
    this.shown = pieces;
    this.board.setPieces(pieces);
    for (const square of jumped) this.board.shown.get(square)?.classList.add("faded");
    this.mark();
    this.showStatus();
    const path = progress?.path ?? [];
    if (path.length > before.length && path.length > 1) this.board.animate(path.slice(Math.max(0, before.length - 1)), []);
    const last = path.at(-1);
    if (last) this.say(`${this.label(last)}. ${$("notice").textContent}`);
  }

  // Plays a move that a person has entered; `before` is the part of its path that is on the board already.
  async finish(move, before = this.input.progress()?.path ?? []) {
    const route = [move.path, ...(move.other_paths ?? [])].find((path) => this.input.clicked.every((square, at) => at >= path.length || path[at] === square)) ?? move.path;
    await this.playMove(move, route.slice(Math.max(0, before.length - 1)));
  }

  // Plays a legal move: on the board at once, and in the game as soon as the engine has answered.
  async playMove(move, path) {
    const { position } = this.game.now;
    const turn = (this.turn += 1);
    this.moving = true;
    const pieces = { ...position.pieces };
    if (move.from !== null) delete pieces[move.from];
    for (const square of move.captured) delete pieces[square];
    if (move.kind !== "huff") pieces[move.to] = { ...moved(move, position), ...(move.crowns ? { kind: "king" } : {}) };
    this.shown = pieces;
    this.board.setArrows([]);
    this.board.mark({ last: new Set(move.path) });
    this.board.setPieces(pieces);
    const captured = move.captured.map((square) => [square, position.pieces[square]]);
    const motion = this.board.animate(path, captured);
    this.countMove(position.side);
    try {
      await Promise.all([this.game.play(move.text), motion]);
    } catch (error) {
      this.moving = false;
      if (turn === this.turn) this.show();
      this.notice(problemText(error), true);
      return;
    }
    this.moving = false;
    if (turn !== this.turn) return;
    this.show();
    this.announce(move);
  }

  announce(move) {
    const { ending } = this.game;
    this.say(`${this.sideName(move.side)}: ${move.text}. ${$("status").textContent}${ending ? "" : ` ${$("notice").textContent}`}`);
  }

  // Lets the engine move, if it is to.
  async think() {
    const { game, settings } = this;
    const { side } = game.now.position;
    if (game.ending || !game.atEnd || settings[side] !== "engine" || this.moving) return;
    await this.engineMove();
  }

  async engineMove() {
    const { game, settings } = this;
    const turn = (this.turn += 1);
    await this.engine.set("Skill Level", settings.level);
    const best = await this.engine.search(game.command(), this.goCommand());
    if (turn !== this.turn || best === null) return;
    const move = game.now.moves.find(({ text }) => text === best);
    if (move) await this.playMove(move, move.path);
  }

  goCommand() {
    const { limit } = this.settings;
    if (!this.clock) return `go movetime ${Math.round(Number(limit) * 1000)}`;
    const increment = Number(limit.split("+")[1]) * 1000;
    const left = (side) => Math.max(1, Math.round(this.clock[side]));
    return `go wtime ${left("white")} btime ${left("black")} winc ${increment} binc ${increment}`;
  }

  // The button "engine, move": ends its thinking, or lets it move for the side at turn.
  moveNow() {
    if (this.moving || this.game.ending) return;
    if (this.engine.searches.length) this.engine.stop();
    else this.engineMove();
  }

  async typed(field) {
    const text = field.value.trim();
    if (!text || this.moving) return;
    if (this.game.ending) return this.notice(t("whyOver"), true);
    const known = this.game.now.moves.find((move) => move.text === text);
    this.turn += 1;
    this.engine.stop();
    try {
      if (known) await this.playMove(known, known.path);
      else {
        await this.game.play(text);
        this.show();
        this.announce(this.game.now.position.last);
      }
      field.value = "";
    } catch (error) {
      const like = /like it: ([^(]*)/.exec(error.message)?.[1].trim();
      this.show();
      this.notice(error instanceof Lost ? t("offline") : t("notLegal", text) + (like ? ` ${t("legalLike", like)}` : ""), true);
    }
  }

  goTo(ply) {
    const { game } = this;
    const next = ply === game.cursor + 1;
    game.cursor = Math.max(0, Math.min(ply, game.plies.length - 1));
    this.turn += 1;
    this.moving = false;
    this.engine.stop();
    this.show();
    const { last } = game.now.position;
    if (next && last) this.board.animate(last.path, last.captured.map((square) => [square, game.plies[ply - 1].position.pieces[square]]));
    this.say(last ? `${last.text}. ${$("status").textContent}` : $("status").textContent);
  }

  // Takes back to the last position in which a person was to move; between two engines or two people, one move.
  back() {
    const { game, settings } = this;
    let ply = game.cursor - 1;
    const mixed = settings.white !== settings.black;
    while (mixed && ply > 0 && settings[game.plies[ply].position.side] === "engine") ply -= 1;
    this.goTo(ply);
  }

  forward() {
    const { game, settings } = this;
    let ply = game.cursor + 1;
    const mixed = settings.white !== settings.black;
    while (mixed && ply < game.plies.length - 1 && settings[game.plies[ply].position.side] === "engine") ply += 1;
    this.goTo(ply);
  }

  async hint() {
    const turn = this.turn;
    const best = await this.analysis.best();
    const move = this.game.now.moves.find(({ text }) => text === best);
    if (turn !== this.turn || !move) return;
    this.board.setArrows([arrow(move, 1)]);
    this.notice(`${t("hint")}: ${move.text}`);
    this.say(`${t("hint")}: ${move.text}`);
  }

  flip() {
    this.settings.flipped = !this.settings.flipped;
    this.board.flip(this.settings.flipped);
    this.show();
  }

  resign() {
    const { game, settings } = this;
    const { side } = game.now.position;
    if (game.ending || !confirm(t("sureResign"))) return;
    const loser = settings[side] === "person" || settings[other(side)] === "engine" ? side : other(side);
    this.over(other(loser), "resigned");
  }

  // Ends the game otherwise than by the rules.
  over(winner, reason) {
    const { game } = this;
    this.turn += 1;
    this.engine.stop();
    game.cursor = game.plies.length - 1;
    game.verdict = { winner, reason };
    this.show();
    this.say($("status").textContent);
  }

  async share() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.notice(t("copied"));
    } catch {
      // Without a secure origin there is no clipboard; the address bar has the link too.
      prompt(t("share"), location.href);
    }
  }

  async followLink() {
    const link = readLink();
    this.restoreSettings(link);
    this.applyTexts();
    try {
      await this.newGame(link.variant ?? this.game.variant, link.start ?? null, link.moves);
      if (link.ply !== null) this.goTo(link.ply);
    } catch (error) {
      this.notice(t("badLink", problemText(error)), true);
    }
  }

  pdn() {
    const { game, settings } = this;
    const last = game.plies.at(-1).position.ending ?? game.verdict;
    const name = (side) => (settings[side] === "engine" ? `Millstone, ${t("levelN", settings.level)}` : t("person"));
    return writePdn({
      variant: game.variant, start: game.start, moves: game.texts(), sides: game.plies.slice(1).map((ply) => ply.position.last.side),
      over: Boolean(last), winner: last?.winner, names: { white: name("white"), black: name("black") },
    });
  }

  // Reads a file; where it has several games, another can then be chosen.
  loadPdn(text) {
    this.games = splitPdn(text);
    $("pdn-game").replaceChildren(...this.games.map(({ title }, at) => new Option(title, at)));
    $("pdn-game").hidden = this.games.length < 2;
    return this.loadGame(this.games[0].text);
  }

  async loadGame(text) {
    const request = `pdn json ${JSON.stringify(text)}`;
    if (new TextEncoder().encode(request).length > 60000) return this.notice(t("badFile", "> 60 KB"), true);
    const lines = await this.engine.ask(request);
    const { variant, start, moves, error } = json(lines, "pdn")?.games[0] ?? { error: problem(lines) ?? t("pdnHint") };
    if (error) return this.notice(t("badFile", error), true);
    const before = { ...this.settings };
    // A game that is looked at is not played on by the engine.
    Object.assign(this.settings, { white: "person", black: "person" });
    try {
      await this.newGame(variant, start, moves);
      this.notice(t("loaded", moves.length));
    } catch (error) {
      this.settings = before;
      this.notice(t("badFile", problemText(error)), true);
    }
  }

  savePdn() {
    const text = this.pdn();
    $("pdn").value = text;
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: address, download: `${this.game.variant}.pdn` }).click();
    URL.revokeObjectURL(address);
  }

  async openRules() {
    $("rules-title").textContent = gameTitle(this.game.variant);
    await showRules(this.engine, this.game.variant, $("rules-text"));
    $("rules").showModal();
  }

  key(event) {
    if (document.querySelector("dialog[open]") || /INPUT|TEXTAREA|SELECT/.test(event.target.tagName)) return;
    if (event.key === "Escape" && this.input?.clicked.length && !this.moving) {
      this.input.reset();
      this.showProgress([]);
    } else if (event.altKey || event.ctrlKey || event.metaKey) return;
    else if (event.key === "ArrowLeft" && this.game.cursor > 0) this.goTo(this.game.cursor - 1);
    else if (event.key === "ArrowRight" && !this.game.atEnd) this.goTo(this.game.cursor + 1);
    else if (event.key === "Home") this.goTo(0);
    else if (event.key === "End") this.goTo(this.game.plies.length - 1);
  }

  // The clock of the side to move runs while the game does.
  tick() {
    const now = performance.now();
    const passed = now - this.ticked;
    this.ticked = now;
    const { game } = this;
    if (!this.clock || !game.now || game.ending || !game.atEnd || game.plies.length < 2) return;
    const { side } = game.now.position;
    this.clock[side] = Math.max(0, this.clock[side] - passed);
    const box = $(`clock-${side}`);
    if (box) box.textContent = clockText(this.clock[side]);
    if (this.clock[side] === 0) this.over(other(side), "time_up");
  }

  countMove(side) {
    if (this.clock && this.game.atEnd) this.clock[side] += Number(this.settings.limit.split("+")[1]) * 1000;
  }

  connection(open) {
    if (open) {
      if (this.offline) this.notice("");
      this.offline = false;
      return;
    }
    this.offline = true;
    this.notice(t("offline"), true);
    const again = async () => {
      await pause(1500);
      if (this.offline && this.game.plies.length) {
        await this.engine.ask(this.game.command());
        this.show();
      }
    };
    again().catch(() => {});
  }
}

// The piece that makes a move, before it is crowned.
function moved(move, position) {
  const placed = { side: position.side, kind: move.kind === "wolf-placement" ? "wolf" : "stone" };
  return move.from === null ? placed : position.pieces[move.from];
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

const problemText = (error) => (error instanceof Lost ? t("offline") : error.message);

function setTheme(name) {
  document.documentElement.dataset.theme = name;
}

function clockText(time) {
  const seconds = Math.ceil(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const app = new App();
app.start();
