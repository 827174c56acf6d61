// A connection to the engine: lines over a WebSocket, as protocol.md describes them.

// The connection is lost, or could not be made.
export class Lost extends Error {}

export class Engine {
  constructor(onState) {
    this.onState = onState;
    this.waiting = []; // Requests whose readyok has not come, in order.
    this.searches = []; // Searches whose bestmove has not come, in order.
    this.options = new Map(); // Sent again after a reconnection.
    this.opened = null;
  }

  open() {
    this.opened ??= new Promise((resolve, reject) => {
      const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
      this.socket = socket;
      socket.onopen = () => {
        this.onState?.(true);
        for (const [name, value] of this.options) socket.send(`setoption name ${name} value ${value}`);
        resolve();
      };
      socket.onmessage = (event) => this.receive(event.data);
      socket.onclose = () => {
        reject(new Lost());
        this.lost();
      };
    });
    return this.opened;
  }

  lost() {
    const { waiting, searches } = this;
    this.opened = null;
    this.waiting = [];
    this.searches = [];
    for (const search of searches) search.resolve(null);
    for (const request of waiting) request.reject(new Lost());
    this.onState?.(false);
  }

  receive(line) {
    const word = line.split(" ", 1)[0];
    const search = this.searches[0];
    if (line === "readyok") {
      const request = this.waiting.shift();
      request?.resolve(request.lines);
    } else if (word === "bestmove") {
      this.searches.shift()?.resolve(line.split(" ")[1]);
    } else if (word === "info" && !line.startsWith("info string")) {
      // Lines of a search that has been replaced are of no use.
      if (search && this.searches.length === 1) search.onInfo?.(parseInfo(line));
    } else {
      this.waiting[0]?.lines.push(line);
    }
  }

  // Sends commands; gives the lines of their replies.
  async ask(...commands) {
    await this.open();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject, lines: [] });
      this.socket.send([...commands, "isready"].join("\n"));
    });
  }

  async set(name, value) {
    try {
      await this.open();
    } catch {
      return;
    }
    if (this.options.get(name) === String(value)) return;
    this.options.set(name, String(value));
    this.socket.send(`setoption name ${name} value ${value}`);
  }

  // Searches a position, in place of a search that is running; gives the best move, or null if the connection was lost.
  async search(position, go, onInfo) {
    try {
      await this.open();
    } catch {
      return null;
    }
    return new Promise((resolve) => {
      this.stop();
      this.searches.push({ resolve, onInfo });
      this.socket.send(`${position}\n${go}`);
    });
  }

  stop() {
    if (this.searches.length && this.socket?.readyState === WebSocket.OPEN) this.socket.send("stop");
  }
}

// The JSON of the reply that begins with a word.
export function json(lines, word) {
  const line = lines.find((text) => text.startsWith(`${word} {`));
  return line ? JSON.parse(line.slice(word.length + 1)) : null;
}

// The first error in a reply.
export function problem(lines) {
  return lines.find((line) => line.startsWith("info string "))?.slice(12) ?? null;
}

function parseInfo(line) {
  const words = line.split(" ");
  const after = (word, skip = 1) => words[words.indexOf(word) + skip];
  const pv = words.indexOf("pv");
  const score = words.indexOf("score");
  const wdl = words.indexOf("wdl");
  return {
    depth: Number(after("depth")),
    line: Number(after("multipv")),
    mate: words[score + 1] === "mate" ? Number(words[score + 2]) : null,
    cp: words[score + 1] === "cp" ? Number(words[score + 2]) : null,
    // The mover's expected result, from 0 to 1.
    chance: wdl < 0 ? null : (Number(words[wdl + 1]) + Number(words[wdl + 2]) / 2) / 1000,
    pv: pv < 0 ? [] : words.slice(pv + 1),
  };
}
