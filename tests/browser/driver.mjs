// The page as a test drives it: by clicks on squares, by keys, and by looking at what it shows.

import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

export class Driver {
  static async open(browser, address, hash = "", options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"], ...options });
    const page = await context.newPage();
    const driver = new Driver();
    Object.assign(driver, { context, page, faults: [], address });
    page.on("pageerror", (error) => driver.faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && driver.faults.push(message.text()));
    page.on("request", (request) => request.url().startsWith(address) || driver.faults.push(`request for ${request.url()}`));
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto(`${address}${hash}`);
    await driver.ready();
    return driver;
  }

  async ready() {
    await this.page.waitForSelector("body[data-ready]");
    await this.page.evaluate(async () => (window.app = (await import("/main.js")).app));
  }

  // What the page knows of its game.
  game() {
    return this.page.evaluate(() => {
      const { app } = window;
      const { game } = app;
      const { position, moves } = game.now;
      return {
        variant: game.variant, position, moves, played: game.texts(), cursor: game.cursor, ending: game.ending,
        waiting: app.personsTurn && !app.moving, lines: game.board.lines,
      };
    });
  }

  text(selector) {
    return this.page.textContent(selector);
  }

  async square(name) {
    const box = await this.page.locator(`[data-square="${name}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  async click(...squares) {
    for (const name of squares) await this.page.mouse.click(...(await this.square(name)));
  }

  async drag(from, to) {
    await this.page.mouse.move(...(await this.square(from)));
    await this.page.mouse.down();
    const [x, y] = await this.square(to);
    await this.page.mouse.move(x - 9, y - 9, { steps: 4 });
    await this.page.mouse.move(x, y);
    await this.page.mouse.up();
  }

  // Waits until a person can move or the game is over.
  async settled(plies = 0) {
    await this.page.waitForFunction(
      (plies) => {
        const { app } = window;
        return app.game.plies.length > plies && !app.moving && (app.personsTurn || app.game.ending);
      },
      plies,
      { timeout: 60000 },
    );
    return this.game();
  }

  // Enters a move by clicks, one for each square it takes.
  async enter(move) {
    if (move.kind === "huff") return this.click(move.captured[0]);
    await this.click(...move.path, ...(move.kind === "capture" ? [] : move.captured));
    // A chain that may stop here is waiting for more.
    const choice = this.page.locator("#choice");
    if (await choice.isVisible()) await choice.click();
  }

  // Plays until the game is over; `choose` picks a move.
  async playOut(choose, most = 400) {
    let state = await this.settled();
    while (!state.ending) {
      if (state.played.length > most) throw new Error(`no end after ${most} plies`);
      await this.enter(choose(state));
      state = await this.settled(state.played.length + 1);
    }
    return state;
  }

  async close() {
    if (this.faults.length) throw new Error(`the page reported: ${this.faults.join("; ")}`);
    await this.context.close();
  }
}

// Numbers that are the same in every run.
export function random(seed) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}
