// The board as an SVG drawing: squares or points, pieces, marks, arrows, and what moves between them.

const SVG = "http://www.w3.org/2000/svg";
const SQUARE = 100;
const FRAME = 34;
// From the first to the last point of a row: a board of few points is as large as the others.
const SPAN = 600;

export function element(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export class Board {
  // `on` has: press(square), drop(square), isSelected(square) and label(square). Without it the board is a picture.
  constructor(svg, on = null) {
    this.svg = svg;
    this.on = on;
    this.flipped = false;
    this.focused = null;
    this.drag = null;
    if (!on) return;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.dragged(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.endDrag());
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  // Draws the board of a game, as the protocol's `board` tells it.
  setBoard(board) {
    this.board = board;
    this.places = new Map(board.squares.map((square) => [square.name, square]));
    this.focused = this.places.has(this.focused) ? this.focused : null;
    this.step = board.kind === "squares" ? SQUARE : SPAN / (board.columns - 1);
    const width = (board.columns - 1) * this.step + SQUARE;
    const height = (board.rows - 1) * this.step + SQUARE;
    this.svg.setAttribute("viewBox", `${-FRAME} ${-FRAME} ${width + 2 * FRAME} ${height + 2 * FRAME}`);
    this.svg.replaceChildren(definitions());
    const layer = (name) => this.svg.appendChild(element("g", { class: name }));
    this.ground = layer("ground");
    this.marks = layer("marks");
    this.cells = layer("cells");
    this.pieces = layer("pieces");
    this.arrows = layer("arrows");
    this.drawGround(width, height);
    if (this.on) this.drawCells();
  }

  flip(on) {
    if (this.flipped === on) return;
    this.flipped = on;
    if (this.board) this.setBoard(this.board);
  }

  // The middle of a square in the drawing.
  at(name) {
    const { row, column } = this.places.get(name);
    const { rows, columns } = this.board;
    const [down, right] = this.flipped ? [rows - 1 - row, columns - 1 - column] : [row, column];
    return [right * this.step + SQUARE / 2, down * this.step + SQUARE / 2];
  }

  // Where pieces stand on all squares, every second one is dark.
  isDark({ row, column }) {
    const { squares, rows, columns, dark_corner } = this.board;
    return squares.length < rows * columns || (rows - 1 - row + column + (dark_corner === "right")) % 2 === 0;
  }

  drawGround(width, height) {
    const { ground, board } = this;
    ground.append(
      element("rect", { class: "frame", x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME, rx: 14 }),
      element("rect", { class: "field", x: 0, y: 0, width, height }),
    );
    if (board.kind === "squares") {
      for (const [name, place] of this.places) {
        if (!this.isDark(place)) continue;
        const [x, y] = this.at(name);
        ground.append(element("rect", { class: "dark", x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE }));
      }
    } else {
      for (const [name, place] of this.places) {
        const [x1, y1] = this.at(name);
        for (const other of place.neighbours.filter((other) => other > name)) {
          const [x2, y2] = this.at(other);
          ground.append(element("line", { class: "rule", x1, y1, x2, y2 }));
        }
      }
      for (const name of this.places.keys()) {
        const [cx, cy] = this.at(name);
        ground.append(element("circle", { class: "point", cx, cy, r: 11 }));
      }
    }
    ground.append(element("rect", { class: "grain", x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME, rx: 14 }));
    this.drawNames(width, height);
  }

  // Numbers in the corners of the squares; letters and digits along the edges.
  drawNames(width, height) {
    const text = (className, x, y, content) => this.ground.append(element("text", { class: className, x, y }, content));
    const edges = new Map();
    for (const [name, place] of this.places) {
      const [x, y] = this.at(name);
      if (place.number) text(this.isDark(place) ? "number" : "number on-light", x - SQUARE / 2 + 4, y - SQUARE / 2 + 15, String(place.number));
      const letters = place.letters ?? (place.number ? null : name);
      if (letters) {
        edges.set(`x${letters[0]}`, [x, height + FRAME / 2 + 7, letters[0]]);
        edges.set(`y${letters.slice(1)}`, [-FRAME / 2, y + 7, letters.slice(1)]);
      }
    }
    for (const [x, y, content] of edges.values()) text("edge", x, y, content);
  }

  // A button for each square, for clicks, focus and screen readers.
  drawCells() {
    this.buttons = new Map();
    for (const name of this.places.keys()) {
      const [x, y] = this.at(name);
      const shape =
        this.board.kind === "squares"
          ? element("rect", { x: x - SQUARE / 2 + 3, y: y - SQUARE / 2 + 3, width: SQUARE - 6, height: SQUARE - 6, rx: 4 })
          : element("circle", { cx: x, cy: y, r: 44 });
      const button = element("g", { class: "cell", role: "button", tabindex: -1, "data-square": name }, shape);
      button.addEventListener("focus", () => this.focus(name, false));
      this.buttons.set(name, button);
      this.cells.append(button);
    }
    this.focus(this.focused ?? this.places.keys().next().value, false);
  }

  focus(name, move = true) {
    this.buttons.get(this.focused)?.setAttribute("tabindex", -1);
    this.focused = name;
    this.buttons.get(name).setAttribute("tabindex", 0);
    if (move) this.buttons.get(name).focus();
  }

  // Draws the pieces of a position. `shown` may differ from it while a move is being entered.
  setPieces(pieces) {
    this.shown = new Map();
    this.pieces.replaceChildren();
    for (const [square, piece] of Object.entries(pieces)) this.put(square, piece);
    for (const [name, button] of this.buttons ?? []) button.setAttribute("aria-label", this.on.label(name));
  }

  put(square, piece) {
    const node = drawPiece(piece);
    node.style.transform = this.translate(square);
    this.shown.set(square, node);
    this.pieces.append(node);
    return node;
  }

  translate(square) {
    const [x, y] = this.at(square);
    return `translate(${x}px, ${y}px)`;
  }

  // Lets the piece on the last square of a path arrive there along it; `captured` are the pieces that it passes.
  async animate(path, captured) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const node = this.shown.get(path.at(-1));
    const time = path.length > 1 ? 190 * (path.length - 1) : path.length ? 160 : 0;
    const ghosts = captured.map(([square, piece]) => this.ghost(square, piece, path, time));
    if (!node) return Promise.all(ghosts).catch(() => {});
    const frames =
      path.length > 1
        ? path.map((square) => ({ transform: this.translate(square) }))
        : [{ transform: `${this.translate(path[0])} scale(1.5)`, opacity: 0 }, { transform: this.translate(path[0]), opacity: 1 }];
    this.pieces.append(node);
    return Promise.all([node.animate(frames, { duration: time, easing: "ease-in-out" }).finished, ...ghosts]).catch(() => {});
  }

  // A piece that fades out once it has been jumped.
  async ghost(square, piece, path, time) {
    const node = drawPiece(piece);
    node.style.transform = this.translate(square);
    this.pieces.prepend(node);
    const jump = path.findIndex((to, at) => at > 0 && this.between(path[at - 1], to).includes(square));
    const delay = jump > 0 ? (time * (jump - 0.5)) / (path.length - 1) : time * 0.8;
    const frames = [{ opacity: 1 }, { opacity: 0, transform: `${node.style.transform} scale(0.6)` }];
    await node.animate(frames, { duration: 180, delay, fill: "both" }).finished;
    node.remove();
  }

  // The squares on the straight line between two others.
  between(from, to) {
    const [x1, y1] = this.at(from);
    const [x2, y2] = this.at(to);
    return [...this.places.keys()].filter((name) => {
      const [x, y] = this.at(name);
      const along = (x - x1) * (y2 - y1) === (y - y1) * (x2 - x1);
      return along && name !== from && name !== to && (x - x1) * (x - x2) <= 0 && (y - y1) * (y - y2) <= 0;
    });
  }

  // Marks squares: an object of class names to lists of squares.
  mark(classes) {
    this.marks.replaceChildren();
    for (const [name, button] of this.buttons) {
      const names = Object.keys(classes).filter((key) => classes[key].has(name));
      button.setAttribute("class", ["cell", ...names].join(" "));
      button.setAttribute("aria-label", this.on.label(name));
      for (const key of names) {
        const [x, y] = this.at(name);
        const full = this.board.kind === "squares" && ["last", "selected", "huff"].includes(key);
        this.marks.append(
          full
            ? element("rect", { class: `mark ${key}`, x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE })
            : element("circle", { class: `mark ${key}`, cx: x, cy: y, r: key === "target" || key === "free" ? 17 : key === "take" ? 50 : 46 }),
        );
      }
    }
  }

  // Draws moves as arrows: [{ path, captured, rank, text }].
  setArrows(arrows) {
    this.arrows.replaceChildren();
    for (const { path, captured, rank, text } of [...arrows].reverse()) {
      const group = element("g", { class: `arrow rank${rank}` }, element("title", {}, text));
      const points = path.map((square) => this.at(square));
      if (points.length === 1) group.append(element("circle", { cx: points[0][0], cy: points[0][1], r: 40, class: "ring" }));
      else {
        const [x1, y1] = points.at(-2);
        const [x2, y2] = points.at(-1);
        const length = Math.hypot(x2 - x1, y2 - y1);
        const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
        const back = (by, aside) => `${x2 - ux * by - uy * aside},${y2 - uy * by + ux * aside}`;
        points[points.length - 1] = [x2 - ux * 34, y2 - uy * 34];
        group.append(
          element("polyline", { points: points.map((point) => point.join(",")).join(" "), class: "shaft" }),
          element("polygon", { points: `${back(2, 0)} ${back(42, 24)} ${back(42, -24)}`, class: "head" }),
        );
      }
      for (const square of captured) {
        const [x, y] = this.at(square);
        group.append(element("path", { class: "cross", d: `M${x - 18} ${y - 18}l36 36m0 -36l-36 36` }));
      }
      this.arrows.append(group);
    }
  }

  squareAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    let best = null;
    let nearest = this.board.kind === "squares" ? SQUARE / 2 : Math.min(this.step / 2, 70);
    for (const name of this.places.keys()) {
      const [x, y] = this.at(name);
      const square = Math.max(Math.abs(point.x - x), Math.abs(point.y - y));
      const distance = this.board.kind === "squares" ? square : Math.hypot(point.x - x, point.y - y);
      if (distance <= nearest) [best, nearest] = [name, distance];
    }
    return [best, point];
  }

  down(event) {
    if (event.button !== 0 || !this.board) return;
    const [square] = this.squareAt(event);
    if (!square) return;
    event.preventDefault();
    this.svg.classList.remove("keys");
    this.focus(square, false);
    this.buttons.get(square).focus({ preventScroll: true });
    // A press on the selected piece may begin a drag; it is a click only if it does not.
    const again = this.on.isSelected(square);
    if (!again) this.on.press(square);
    if (this.on.isSelected(square)) {
      this.svg.setPointerCapture(event.pointerId);
      this.drag = { from: square, node: this.shown.get(square), moved: false, again };
    }
  }

  dragged(event) {
    const { drag } = this;
    if (!drag?.node?.isConnected) return;
    const [square, point] = this.squareAt(event);
    if (square !== drag.from) drag.moved = true;
    if (!drag.moved) return;
    drag.node.classList.add("dragged");
    this.pieces.append(drag.node);
    drag.node.style.transform = `translate(${point.x}px, ${point.y}px)`;
  }

  up(event) {
    const { drag } = this;
    this.endDrag();
    if (!drag) return;
    const [square] = this.squareAt(event);
    if (drag.moved && square && square !== drag.from) this.on.drop(square);
    else if (!drag.moved && drag.again) this.on.press(drag.from);
  }

  endDrag() {
    const { drag } = this;
    this.drag = null;
    if (!drag?.node?.isConnected) return;
    drag.node.classList.remove("dragged");
    drag.node.style.transform = this.translate(drag.from);
  }

  key(event) {
    this.svg.classList.add("keys");
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.on.press(this.focused);
    } else if (steps[event.key] && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      this.focus(this.towards(this.focused, steps[event.key]));
    }
  }

  // The nearest square in a direction. Up and down on a chequered board lead to the next row, where no square is straight ahead.
  towards(name, [right, down]) {
    const [x, y] = this.at(name);
    const byRow = this.board.kind === "squares" && down !== 0;
    let best = name;
    let nearest = Infinity;
    for (const other of this.places.keys()) {
      const [dx, dy] = [this.at(other)[0] - x, this.at(other)[1] - y];
      const along = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      const distance = byRow ? 10 * along + aside : along + 3 * aside;
      if (along > 0 && distance < nearest) [best, nearest] = [other, distance];
    }
    return best;
  }
}

// A piece around the origin.
export function drawPiece({ side, kind }) {
  const node = element("g", { class: `piece ${side} ${kind}` });
  node.append(
    element("ellipse", { class: "shadow", cx: 2, cy: 7, rx: 41, ry: 39 }),
    element("circle", { class: "edge-side", cx: 0, cy: 3, r: 40 }),
    element("circle", { class: "top", r: 40, fill: `url(#${side})` }),
  );
  if (kind === "man" || kind === "king" || kind === "stone") {
    node.append(element("circle", { class: "ring", r: 31 }), element("circle", { class: "ring", r: kind === "stone" ? 14 : 23 }));
  }
  if (kind === "king") {
    node.append(
      element("circle", { class: "inlay", r: 27 }),
      element("path", { class: "crown", d: "M-19 11 L-22 -11 L-10 -2 L0 -17 L10 -2 L22 -11 L19 11 Z M-19 15 H19 V20 H-19 Z" }),
      ...[[-22, -13], [0, -19], [22, -13]].map(([cx, cy]) => element("circle", { class: "crown", cx, cy, r: 3.6 })),
    );
  }
  if (kind === "sheep") node.append(element("path", { class: "figure", d: SHEEP }), element("path", { class: "face", d: SHEEP_FACE }));
  if (kind === "wolf") node.append(element("path", { class: "figure", d: WOLF }), element("path", { class: "face", d: WOLF_FACE }));
  return node;
}

const SHEEP =
  "M-17 8 a8 8 0 0 1 -7 -11 a8 8 0 0 1 6 -10 a9 9 0 0 1 12 -7 a10 10 0 0 1 14 1 a9 9 0 0 1 11 8 a8 8 0 0 1 3 13 a8 8 0 0 1 -8 7 a9 9 0 0 1 -11 5 a10 10 0 0 1 -12 0 a8 8 0 0 1 -8 -6 Z " +
  "M-12 14 v12 h5 v-11 Z M8 14 v12 h5 v-12 Z";
const SHEEP_FACE = "M-27 -7 q9 -8 15 1 q1 10 -5 15 q-7 3 -9 -4 q-3 -7 -1 -12 Z";
const WOLF = "M-23 -24 L-10 -14 Q0 -18 10 -14 L23 -24 L22 -2 Q20 8 9 14 L4 25 Q0 28 -4 25 L-9 14 Q-20 8 -22 -2 Z";
const WOLF_FACE = "M-14 -3 l9 4 l-3 3 q-5 0 -6 -7 Z M14 -3 l-9 4 l3 3 q5 0 6 -7 Z M-4 18 h8 l-4 6 Z";

function definitions() {
  const gradient = (id, stops) =>
    element("radialGradient", { id, cx: "38%", cy: "32%", r: "75%" }, ...stops.map(([offset, name]) => element("stop", { offset, class: name })));
  const grain = element(
    "pattern",
    { id: "grain", width: 240, height: 37, patternUnits: "userSpaceOnUse", patternTransform: "rotate(2)" },
    ...["M0 4 Q60 1 120 5 T240 4", "M0 13 Q70 17 130 12 T240 13", "M0 22 Q50 19 110 23 T240 22", "M0 31 Q80 34 150 30 T240 31"].map((d) =>
      element("path", { d, class: "fibre" }),
    ),
  );
  return element("defs", {}, gradient("white", [["0%", "w0"], ["60%", "w1"], ["100%", "w2"]]), gradient("black", [["0%", "b0"], ["60%", "b1"], ["100%", "b2"]]), grain);
}
