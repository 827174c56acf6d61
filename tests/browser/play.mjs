// The tests: whole games by clicks against the engine, and everything else that the page offers.

import assert from "node:assert/strict";
import fs from "node:fs";
import { Driver, launch, random } from "./driver.mjs";

const [, , address, folder, ...wanted] = process.argv;
fs.mkdirSync(folder, { recursive: true });
const browser = await launch();
const tests = [];
const test = (name, options, run) => tests.push({ name, options, run });
const settings = (white, black) => `w=${white}&b=${black}&l=20&t=0.2&h=en`;
const calm = { reducedMotion: "reduce" };

// Any legal move, but a mill where there is one.
function careless(seed) {
  const number = random(seed);
  return ({ moves }) => {
    const good = moves.filter((move) => move.kind === "mill" || move.kind === "huff");
    const from = good.length ? good : moves;
    return from[number(from.length)];
  };
}

const game = (name, hash, check = async () => {}, first = null) =>
  test(name, { hash, context: calm }, async (page, shot) => {
    const choose = careless(name.length);
    if (first) {
      const { moves } = await page.settled();
      await page.enter(moves.find((move) => move.text === first));
      await check(page);
      await shot("middle");
    }
    const state = await page.playOut(choose);
    assert.ok(state.ending.reason);
    assert.match(await page.text("#status"), /(wins?|Draw): [^{}]+$/);
    assert.ok((await page.page.locator("#moves button").count()) === state.played.length);
    if (!first) await check(page, state);
    await shot("end");
  });

game("schmidt-de", `#g=schmidt-de&${settings("person", "engine")}`);
game("international", `#g=international&${settings("person", "engine")}`);
game("doubleboard-de-huff", `#g=doubleboard-de&m=22-18_9-14_21-17&${settings("engine", "person")}`, async (page) => {
  const state = await page.settled(4);
  assert.equal(state.played.at(-1), "x18");
  assert.equal(state.position.side, "black");
  assert.match(await page.text("#status"), /Black has huffed and now moves/);
}, "x18");
game("nine-mens-morris-mill", `#g=nine-mens-morris&m=a1_d2_d1_d3&${settings("person", "engine")}`, async (page) => {
  const state = await page.settled(6);
  assert.equal(state.played[4], "g1xd3");
}, "g1xd3");
game("ceylon-mill-extra-turn", `#g=ceylon-mill&m=a1_a7_d1_d7&${settings("person", "engine")}`, async (page) => {
  const state = await page.settled(5);
  assert.equal(state.position.side, "white");
  assert.match(await page.text("#status"), /White: another turn/);
}, "g1");
game("wolf-and-sheep", `#g=wolf-and-sheep&${settings("engine", "person")}`, async (page, state) => {
  assert.match(state.played[0], /^@/);
});

test("chain", { hash: "#g=english&f=B:W6,7,15,26:B1,28&w=person&b=person" }, async (page, shot) => {
  const state = await page.game();
  const move = state.moves.find(({ path }) => path.length > 2);
  assert.ok(move, "a chain of jumps");
  await page.click(...move.path.slice(0, 2));
  assert.equal((await page.game()).played.length, 0, "a chain is entered jump by jump");
  assert.match(await page.text("#notice"), /Go on jumping/);
  await shot();
  await page.click(...move.path.slice(2));
  assert.deepEqual((await page.settled(1)).played, [move.text]);
});

test("chain-that-may-stop", { hash: "#g=schmidt-de+chain=may&f=W:W22:B18,10,1&w=person&b=person" }, async (page, shot) => {
  await page.click("22", "15");
  assert.match(await page.text("#notice"), /Go on, or stop here/);
  await shot();
  await page.page.click("#choice");
  assert.deepEqual((await page.settled(1)).played, ["22x15"]);
});

test("compulsory-huff", { hash: "#g=ravensburger-de-huff&m=22-18_9-14_21-17&w=person&b=person" }, async (page, shot) => {
  assert.match(await page.text("#notice"), /First remove a marked piece/);
  await page.click("10");
  assert.match(await page.text("#notice"), /First a marked piece must be removed/);
  await shot();
  await page.click("18");
  const state = await page.settled(4);
  assert.equal(state.played.at(-1), "x18");
  assert.equal(state.position.side, "black");
  assert.match(await page.text("#status"), /Black has huffed and now moves/);
});

test("stone-to-take", { hash: "#g=nine-mens-morris+take=may&m=a1_d2_d1_d3&w=person&b=person" }, async (page, shot) => {
  await page.click("g1");
  assert.match(await page.text("#notice"), /Mill! Take a marked stone/);
  await page.click("a1");
  assert.match(await page.text("#notice"), /Take a marked stone/);
  assert.equal(await page.page.getAttribute("#notice", "class"), "wrong");
  await shot();
  await page.page.click("#choice");
  assert.deepEqual((await page.settled(5)).played.at(-1), "g1");
});

test("flying", { hash: "#g=nine-mens-morris&f=W:Wa1,d1,b2:Ba7,d7,b6,f4:H0,0&w=person&b=person" }, async (page, shot) => {
  await page.click("b2");
  assert.equal(await page.page.locator(".cell.target").count(), 17, "every free point");
  await shot();
  await page.drag("b2", "g1");
  await page.click("f4");
  assert.deepEqual((await page.settled(1)).played, ["b2-g1xf4"]);
});

test("take-back", { hash: `#g=schmidt-de&${settings("person", "engine")}` }, async (page, shot) => {
  await page.drag("22", "18");
  let state = await page.settled(2);
  assert.equal(state.played[0], "22-18");
  await page.page.click("#back");
  assert.equal((await page.game()).cursor, 0);
  await page.page.click("#forward");
  assert.equal((await page.game()).cursor, 2);
  await page.page.click("#back");
  await page.click("23", "19");
  state = await page.settled(2);
  assert.equal(state.played[0], "23-19");
  // Illegal input is explained.
  await page.click("10");
  assert.match(await page.text("#notice"), /opponent/);
  await page.click("14");
  assert.notEqual(await page.text("#notice"), "");
  await page.page.click("#hint");
  await page.page.waitForSelector(".arrow");
  await shot();
  await page.page.click("#resign");
  assert.match(await page.text("#status"), /Black wins: the opponent has resigned/);
});

test("pdn", {}, async (page, shot) => {
  await page.page.click("#file summary");
  await page.page.fill("#pdn", '[Event "x"]\n[GameType "21"]\n\n1. 11-15 {a comment} 22-18 (22-17 8-11) 2. 15x22 25x18 $1 3. 8-11 *');
  await page.page.click("#pdn-load");
  await page.page.waitForFunction(() => document.querySelectorAll("#moves button").length === 5);
  const state = await page.game();
  assert.equal(state.variant, "english");
  assert.deepEqual(state.played, ["11-15", "22-18", "15x22", "25x18", "8-11"]);
  await page.page.click("#moves button >> nth=2");
  assert.equal((await page.game()).cursor, 3);
  await shot();
  const download = page.page.waitForEvent("download");
  await page.page.click("#pdn-save");
  const text = fs.readFileSync(await (await download).path(), "utf8");
  assert.match(text, /\[Variant "english"\]/);
  assert.match(text, /1\. 11-15 22-18 2\. 15x22 25x18 3\. 8-11 \*/);
  // Other programs count the squares of Spanish draughts from the other end.
  await page.page.fill("#pdn", '[GameType "24"]\n1. 11-15 *');
  await page.page.click("#pdn-load");
  await page.page.waitForFunction(() => window.app.game.variant === "spanish");
  assert.deepEqual((await page.game()).played, ["22-18"]);
  await page.page.fill("#pdn", text);
  await page.page.click("#pdn-load");
  await page.page.waitForFunction(() => document.querySelectorAll("#moves button").length === 5);
  // A wrong move is named, and nothing changes.
  await page.page.fill("#pdn", "1. 11-15 22-30");
  await page.page.click("#pdn-load");
  await page.page.waitForSelector("#notice.wrong");
  assert.match(await page.text("#notice"), /22-30/);
  assert.equal((await page.game()).played.length, 5);
});

test("pdn-of-several-games", {}, async (page, shot) => {
  await page.page.click("#file summary");
  const games = '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n[GameType "20"]\n\n1. 32-28 {[a note]} 19-23 1-0\n\n% a line\n[White "Cid"]\n[Variant "ceylon-mill"]\n\n1. a1 a7 2. d1 d7 3. g1 g7 *\n';
  await page.page.fill("#pdn", games);
  await page.page.click("#pdn-load");
  await page.page.waitForFunction(() => window.app.game.variant === "international");
  assert.deepEqual(await page.page.locator("#pdn-game option").allTextContents(), ["1. Ann – Bob 1-0", "2. Cid – ? "]);
  await page.page.selectOption("#pdn-game", "1");
  await page.page.waitForFunction(() => window.app.game.variant === "ceylon-mill");
  assert.deepEqual((await page.game()).played, ["a1", "a7", "d1", "d7", "g1", "g7"]);
  await shot();
});

test("analysis", { hash: "#g=international&m=32-28_19-23_28x19_14x23_37-32_10-14_41-37_14-19_46-41_5-10_34-30&w=person&b=person" }, async (page, shot) => {
  await page.page.click("#analyse");
  await page.page.waitForFunction(() => document.querySelectorAll("#lines li").length === 4 && document.querySelectorAll(".arrow").length === 3);
  assert.match(await page.page.getAttribute("#score-bar", "aria-label"), /Chances of White: \d+ %/);
  await page.page.click("#draw-graph");
  await page.page.waitForFunction(() => document.querySelectorAll("#graph .column").length === 12 && document.querySelectorAll(".arrow").length === 3, null, { timeout: 60000 });
  await page.page.waitForTimeout(500);
  await shot();
  await page.page.click("#graph .column >> nth=4");
  assert.equal((await page.game()).cursor, 4);
});

test("turning-points", { hash: "#g=schmidt-de&m=22-18_9-14_18x9_5x14_24-20_14-18_23x14_10x17_21x14&w=person&b=person" }, async (page, shot) => {
  await page.page.click("#draw-graph");
  await page.page.waitForSelector("#graph .point", { timeout: 60000 });
  const ply = Number(await page.page.getAttribute("#graph .point", "data-ply"));
  await page.page.focus("#graph .point");
  await page.page.keyboard.press("Enter");
  assert.equal((await page.game()).cursor, ply);
  await shot();
});

test("languages", { context: { locale: "de-DE", colorScheme: "dark" } }, async (page, shot) => {
  assert.match(await page.text("#status"), /am Zug/);
  assert.equal(await page.text("#new-game"), "Neues Spiel");
  await shot("german-dark");
  // All that can be operated or is a landmark has a name.
  const nameless = await page.page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, textarea, summary, nav, section, dialog, [role]:not([role=alert])")]
      .filter((node) => !(node.getAttribute("aria-label") || node.getAttribute("aria-labelledby") || node.labels?.[0]?.textContent || node.textContent.trim()) && !node.closest("[hidden]"))
      .map((node) => node.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(nameless, []);
  for (const [code, word] of [["fr", "Nouvelle partie"], ["it", "Nuova partita"], ["es", "Nueva partida"], ["pt", "Novo jogo"], ["en", "New game"]]) {
    await page.page.selectOption("#language", code);
    assert.equal(await page.text("#new-game"), word);
    assert.equal(await page.page.getAttribute("html", "lang"), code);
  }
});

// Every text there is in every language: the rules by the engine, all else by the page.
test("texts", { hash: "#g=schmidt-de" }, async (page, shot) => {
  const missing = await page.page.evaluate(async () => {
    const [{ app }, { knowsAxis }, { gameTitle, knows, setLanguage, LANGUAGES }, { json }] = await Promise.all(
      ["main", "axes", "texts", "engine"].map((name) => import(`/${name}.js`)),
    );
    const { families, variants } = json(await app.engine.ask("variants json"), "variants");
    const axes = families.flatMap((family) => family.axes);
    const titles = LANGUAGES.map((language) => (setLanguage(language), variants.map(({ name }) => gameTitle(name))));
    setLanguage("en");
    return [
      ...axes.filter(({ name }) => !knowsAxis(name)).map(({ name }) => name),
      ...axes.flatMap(({ name, values }) => (values ?? []).filter(({ value }) => !knowsAxis(name, value)).map(({ value }) => `${name}=${value}`)),
      ...variants.filter(({ name }) => !knows(name) && !/^[a-z]+-(de|fr|it|es|pt|gb)(-|$)/.test(name)).map(({ name }) => name),
      ...titles.flatMap((list) => list.filter((title, at) => list.indexOf(title) !== at)),
    ];
  });
  assert.deepEqual(missing, []);
  for (const [code, words] of [["de", /Schlagzwang/], ["fr", /La prise est obligatoire/], ["it", /La presa è obbligatoria/], ["es", /Comer es obligatorio/], ["pt", /A tomada é obrigatória/], ["en", /Capturing is compulsory/]]) {
    await page.page.selectOption("#language", code);
    await page.page.click("#show-rules");
    await page.page.waitForSelector("#rules[open] .start .piece");
    assert.match(await page.text("#rules-text"), words);
    await shot(`rules-${code}`);
    await page.page.keyboard.press("Escape");
  }
});

test("setup", {}, async (page, shot) => {
  const text = () => page.text("#setup-rules");
  await page.page.click("#new-game");
  await page.page.waitForFunction(() => /lands on the free square just behind/.test(document.querySelector("#setup-rules").textContent));
  const before = await text();
  await page.page.click("#own-rules summary");
  await page.page.selectOption('[data-axis="king-capture"]', "any");
  await page.page.waitForFunction((before) => document.querySelector("#setup-rules").textContent !== before, before);
  assert.match(await page.text("#setup-rules mark"), /lands on any of the free squares behind it/);
  await page.page.selectOption('[data-axis="board"]', "10");
  await page.page.waitForFunction(() => document.querySelector(".changed [data-axis=board]"));
  await shot("own-rules");
  await page.page.click("#begin");
  await page.page.waitForFunction(() => document.querySelectorAll("[data-square]").length === 50);
  assert.match((await page.game()).variant, /^schmidt-de\+.*king-capture=any/);
  // A combination without sense is refused with the reason, and the field goes back.
  await page.page.click("#new-game");
  await page.page.waitForSelector("#setup[open] [data-axis]");
  await page.page.selectOption('[data-axis="choice"]', "most");
  await page.page.waitForSelector(".changed [data-axis=choice]");
  await page.page.fill('[data-axis="no-progress"]', "never");
  await page.page.keyboard.press("Tab");
  await page.page.waitForFunction(() => /There is no limit to the moves/.test(document.querySelector("#setup-rules").textContent));
  await page.page.fill('[data-axis="no-progress"]', "many");
  await page.page.keyboard.press("Tab");
  await page.page.waitForFunction(() => /`no-progress` has no value `many`; allowed: /.test(document.querySelector("#setup-error").textContent));
  assert.equal(await page.page.inputValue('[data-axis="no-progress"]'), "never");
  await shot("refused");
  // Where the engine says what else has to change, that is done.
  await page.page.selectOption('[data-axis="capture"]', "huff");
  await page.page.waitForFunction(() => document.querySelector('[data-axis="capture"]').value === "huff" && document.querySelector('[data-axis="choice"]').value === "free");
  await page.page.selectOption('[data-axis="choice"]', "most");
  await page.page.waitForFunction(() => document.querySelector('[data-axis="capture"]').value === "must" || document.querySelector("#setup-error").textContent);
  await page.page.selectOption('[data-axis="capture"]', "must");
  await page.page.selectOption('[data-axis="chain"]', "may");
  await page.page.waitForFunction(() => document.querySelector('[data-axis="chain"]').value === "may" && document.querySelector('[data-axis="choice"]').value === "free");
  assert.equal(await page.text("#setup-error"), "");
  await page.page.keyboard.press("Escape");
  // So is a position.
  await page.page.click("#new-game");
  await page.page.waitForSelector("#setup[open] [data-field]");
  await page.page.selectOption('[data-field="0"]', "morris");
  await page.page.waitForSelector('[data-axis="men"]', { state: "attached" });
  await page.page.click("#from-position summary");
  await page.page.fill("#fen", "nonsense");
  await page.page.click("#begin");
  await page.page.waitForFunction(() => document.querySelector("#setup-error").textContent.includes("nonsense"));
  await page.page.fill("#fen", "W:Wa1,d1,b2:Ba7,d7,b6:H0,0");
  await page.page.click("#begin");
  await page.page.waitForFunction(() => document.querySelectorAll("[data-square]").length === 24);
  // A link brings the same game.
  const again = await Driver.open(browser, address, new URL(page.page.url()).hash);
  assert.deepEqual((await again.game()).position, (await page.game()).position);
  await again.close();
  await page.page.click("#show-rules");
  await page.page.waitForSelector("#rules[open]");
  await shot("rules");
});

test("phone", { hash: `#g=twelve-mens-morris&${settings("person", "engine")}`, context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } }, async (page, shot) => {
  for (const plies of [2, 4]) {
    const { moves } = await page.settled();
    await page.page.touchscreen.tap(...(await page.square(moves[plies * 3].to)));
    await page.settled(plies);
  }
  assert.equal((await page.game()).played.length, 4);
  const width = await page.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is ${width} wide`);
  await shot();
  await page.page.click("#turn");
  await page.page.click("#new-game");
  await page.page.waitForFunction(() => document.querySelector("#setup-rules").textContent.length > 20);
  await shot("setup");
});

// Nothing is cut off or hangs out of the window, in any language.
const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
test("phone-languages", { hash: "#g=twelve-mens-morris&t=c15%2B10&w=person&b=person", context: narrow }, async (page, shot) => {
  for (const code of ["de", "fr", "it", "es", "pt", "en"]) {
    await page.page.selectOption("#language", code);
    const wide = await page.page.evaluate(() =>
      [...document.querySelectorAll("button, .name, .clock, h2")].filter((node) => node.offsetParent && (node.scrollWidth > node.clientWidth + 1 || node.getBoundingClientRect().right > 360)).map((node) => node.id || node.textContent),
    );
    assert.deepEqual(wide, [], code);
    await shot(code);
  }
});

test("sideways", { hash: "#g=brazilian&w=person&b=person", context: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true } }, async (page, shot) => {
  await page.page.evaluate(() => document.querySelector("main").scrollIntoView());
  const box = await page.page.locator("#board").boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 390, `the board is at ${box.y}, ${box.height} high`);
  await shot();
});

test("desktop", { hash: "#g=nine-mens-morris&w=person&b=person" }, async (page, shot) => {
  for (const [width, height] of [[1280, 900], [1366, 768], [1920, 1080]]) {
    await page.page.setViewportSize({ width, height });
    const high = await page.page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(high <= height, `${high} of ${height}`);
  }
  await shot();
});

// Boards that are drawn from what `board` tells alone: few points, and squares that are all played on.
test("other-boards", { hash: "#g=nine-mens-morris&w=person&b=person" }, async (page, shot) => {
  const show = (kind, size, near) =>
    page.page.evaluate(
      ([kind, size, near]) => {
        const places = Array.from({ length: size * size }, (_, at) => [Math.floor(at / size), at % size]);
        const name = ([row, column]) => "abcdefgh"[column] + (size - row);
        const squares = places.map(([row, column], at) => ({
          name: name([row, column]), row, column, ...(kind === "squares" ? { number: at + 1 } : {}),
          neighbours: places.filter(([r, c]) => (r !== row || c !== column) && Math.max(Math.abs(r - row), Math.abs(c - column)) === 1 && Math.abs(r - row) + Math.abs(c - column) <= near).map(name),
        }));
        const { board } = window.app;
        board.setBoard({ kind, rows: size, columns: size, dark_corner: "left", bottom: "white", top: "black", squares, lines: [] });
        const side = (row) => (row < Math.floor(size / 2) ? "black" : "white");
        const pieces = places.filter(([row]) => (kind === "points" ? row !== 1 : [1, 2, 5, 6].includes(row)));
        window.app.shown = Object.fromEntries(pieces.map((place) => [name(place), { side: side(place[0]), kind: kind === "points" ? "stone" : "man" }]));
        board.setPieces(window.app.shown);
        board.mark({ start: new Set([name([size - 2, 0])]), target: new Set([name([1, 1])]), selected: new Set([name([size - 1, 1])]) });
        return [squares.length, document.querySelectorAll("#board .dark").length, document.querySelectorAll("#board .rule").length, board.towards(name([1, 0]), [0, 1])];
      },
      [kind, size, near],
    );
  assert.deepEqual(await show("points", 3, 2), [9, 0, 20, "a1"]);
  await shot("nine-points");
  assert.deepEqual(await show("squares", 8, 1), [64, 32, 0, "a6"]);
  await shot("all-squares");
});

test("link", { hash: "#g=international&m=32-28_19-23_28x19&p=1&w=engine&b=person&l=3&t=c3%2B2&r=1&h=fr" }, async (page) => {
  const state = await page.game();
  assert.deepEqual([state.variant, state.played.length, state.cursor], ["international", 3, 1]);
  await page.page.click("#share");
  const link = await page.page.evaluate(() => navigator.clipboard.readText());
  const again = await Driver.open(browser, address, new URL(link).hash);
  assert.deepEqual(await again.game(), state);
  const { settings } = await again.page.evaluate(() => ({ settings: window.app.settings }));
  assert.deepEqual(settings, { white: "engine", black: "person", level: 3, limit: "c3+2", flipped: true });
  assert.equal(await again.page.getAttribute("html", "lang"), "fr");
  await again.close();
  // A wrong link is explained.
  const wrong = await Driver.open(browser, address, "#g=english&f=nonsense&h=en");
  assert.match(await wrong.text("#notice"), /The link cannot be read: .*nonsense/);
  await wrong.close();
});

test("lost-connection", { hash: "#g=schmidt-de&w=person&b=person&h=en" }, async (page, shot) => {
  await page.click("22", "18");
  await page.settled(1);
  await page.page.evaluate(() => window.app.engine.socket.close());
  await page.page.waitForSelector("#notice.wrong");
  assert.match(await page.text("#notice"), /cannot be reached/);
  await shot();
  await page.page.waitForFunction(() => document.getElementById("notice").textContent === "", null, { timeout: 20000 });
  await page.click("9", "13");
  assert.deepEqual((await page.settled(2)).played, ["22-18", "9-13"]);
});

// A whole game, chosen and played without a pointer.
test("keyboard-only", { hash: "#g=schmidt-de&h=en&l=20&t=0.2", context: calm }, async (page, shot) => {
  const { keyboard } = page.page;
  const focused = () => page.page.evaluate(() => document.activeElement.dataset.square ?? document.activeElement.id);
  const tabTo = async (wanted) => {
    for (let at = 0; (await focused()) !== wanted && at < 60; at++) await keyboard.press("Tab");
    assert.equal(await focused(), wanted);
  };
  await tabTo("new-game");
  await keyboard.press("Enter");
  await page.page.waitForSelector('#setup[open] [data-field="0"]');
  for (let at = 0; !(await page.page.evaluate(() => document.activeElement.dataset.field === "0")) && at < 9; at++) await keyboard.press("Tab");
  await keyboard.type("Wolf");
  await page.page.waitForFunction(() => /sheep/.test(document.querySelector("#setup-rules").textContent));
  await tabTo("begin");
  await shot("dialog");
  await keyboard.press("Enter");
  await page.page.waitForFunction(() => window.app.game.variant === "wolf-and-sheep" && !document.querySelector("dialog[open]"));
  let state = await page.settled(1);
  // The dialog gives the focus back to its button; the board comes after the header.
  assert.equal(await focused(), "new-game");
  for (let at = 0; !(await page.page.evaluate(() => document.activeElement.closest("#board"))) && at < 20; at++) await keyboard.press("Tab");
  const walk = async (square) => {
    const place = (name) => page.page.evaluate((name) => window.app.board.at(name), name);
    for (let at = 0; (await focused()) !== square && at < 40; at++) {
      const [x, y] = await place(await focused());
      const [goalX, goalY] = await place(square);
      await keyboard.press(goalY !== y ? (goalY > y ? "ArrowDown" : "ArrowUp") : goalX > x ? "ArrowRight" : "ArrowLeft");
    }
    assert.equal(await focused(), square);
  };
  const choose = careless(5);
  while (!state.ending) {
    for (const square of choose(state).path) {
      await walk(square);
      await keyboard.press("Enter");
    }
    state = await page.settled(state.played.length + 1);
  }
  assert.match(await page.text("#live"), /wins?:/);
  await shot("end");
});

test("keyboard", { hash: `#g=italian&${settings("person", "engine")}` }, async (page, shot) => {
  const { keyboard } = page.page;
  const focused = () => page.page.evaluate(() => document.activeElement.dataset.square ?? document.activeElement.id);
  for (let at = 0; (await focused()) !== "1" && at < 30; at++) await keyboard.press("Tab");
  assert.equal(await focused(), "1", "the board is reached by Tab");
  const { moves } = await page.game();
  const { from, to } = moves[0];
  const steps = async (square) => {
    const place = (name) => page.page.evaluate((name) => window.app.board.at(name), name);
    for (let at = 0; (await focused()) !== square && at < 40; at++) {
      const [x, y] = await place(await focused());
      const [goalX, goalY] = await place(square);
      await keyboard.press(goalY !== y ? (goalY > y ? "ArrowDown" : "ArrowUp") : goalX > x ? "ArrowRight" : "ArrowLeft");
    }
    assert.equal(await focused(), square);
  };
  await steps(from);
  await keyboard.press("Enter");
  assert.match(await page.page.getAttribute(`[data-square="${from}"]`, "aria-label"), /White, man, selected/);
  await keyboard.press("Escape");
  await keyboard.press("Enter");
  await shot();
  await steps(to);
  await keyboard.press("Enter");
  await page.settled(2);
  assert.match(await page.text("#live"), /Black: .*\. Your move, White/);
  // Typed moves, right and wrong.
  await page.page.focus("#type-move input");
  await keyboard.type("1-32");
  await keyboard.press("Enter");
  await page.page.waitForSelector("#notice.wrong");
  assert.match(await page.text("#notice"), /1-32/);
  await page.page.fill("#type-move input", (await page.game()).moves[0].text);
  await keyboard.press("Enter");
  assert.equal((await page.settled(4)).played.length, 4);
});

test("clock", { hash: "#g=brazilian&w=person&b=engine&l=3&t=c3%2B2&h=en" }, async (page, shot) => {
  await page.click("22", "18");
  await page.settled(2);
  assert.match(await page.text("#clock-black"), /^3:0\d$/);
  await shot();
});

test("speed", {}, async (page) => {
  const loads = [];
  for (let at = 0; at < 5; at++) {
    await page.page.goto(`${address}?${at}#g=international`);
    await page.page.waitForSelector("body[data-ready]");
    loads.push(await page.page.evaluate(() => performance.measure("ready", { end: "ready" }).duration));
  }
  const weight = await page.page.evaluate(() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation")).reduce((sum, entry) => sum + entry.decodedBodySize, 0));
  const [x, y] = await page.square("32");
  // From the press to the frame that shows its marks.
  const clicks = await page.page.evaluate(([x, y]) => {
    const press = () =>
      new Promise((done) => {
        const begin = performance.now();
        const options = { clientX: x, clientY: y, bubbles: true, pointerId: 1 };
        document.getElementById("board").dispatchEvent(new PointerEvent("pointerdown", options));
        document.getElementById("board").dispatchEvent(new PointerEvent("pointerup", options));
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
      });
    Element.prototype.setPointerCapture = () => {};
    return [1, 2, 3, 4, 5, 6].reduce(async (all, _) => [...(await all), await press()], Promise.resolve([]));
  }, [x, y]);
  const best = (times) => Math.round(Math.min(...times));
  console.log(`  ready after ${best(loads)} ms, ${Math.round(weight / 1000)} KB, a click shows after ${best(clicks)} ms`);
  assert.ok(weight <= 300_000);
  // The goals are 300 and 50 ms; a busy machine has more time.
  assert.ok(best(loads) <= 1500 && best(clicks) <= 250);
});

let failed = 0;
const queue = tests.filter(({ name }) => !wanted.length || wanted.includes(name));
const begin = Date.now();
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { name, options, run } = next;
    const time = Date.now();
    let page;
    try {
      page = await Driver.open(browser, address, options.hash, options.context);
      const shot = (part) => page.page.screenshot({ path: `${folder}/${part ? `${name}-${part}` : name}.png` });
      await run(page, shot);
      await page.close();
      console.log(`ok ${name} (${((Date.now() - time) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}: ${error.stack}`);
      await page?.page.screenshot({ path: `${folder}/${name}-failed.png` }).catch(() => {});
      await page?.context.close();
    }
  }
};
await Promise.all([work(), work()]);
await browser.close();
console.log(`${failed ? `${failed} failed` : "all passed"} in ${Math.round((Date.now() - begin) / 1000)} s; screenshots in ${folder}`);
process.exitCode = failed ? 1 : 0;
