// The interleaving as a picture: a lane per thread, time goes down. Only the rows that can be seen are in the page, so that a
// witness of ten thousand steps costs as much as one of fifty.

const ROW = 28;
const GUTTER = 56;
const BAR = 7;
const MOST_BARS = 5;
const LETTER = 7.6; // all are as wide as this, and those of places less
const SMALL_LETTER = 6.4;

class Picture {
  constructor(finding, onStep) {
    this.course = finding.course;
    this.kind = finding.error.kind;
    this.onStep = onStep;
    this.moments = this.course.interleaving;
    this.bars = lockBars(this.moments, finding.participants.flatMap((part) => part.locks.map(([lock]) => heldKey(part.thread.id, lock.name))));
    this.arrows = orderArrows(this.moments);
    this.folding = { relevantOnly: this.moments.some((moment) => moment.relevant), foldLibrary: true, opened: new Set() };
    this.zoom = 1;
    this.current = 0;
    this.findLanes();
    this.findFile();
    this.build();
    this.refold();
  }

  /** The file that most is in: of places in it only the line is shown. */
  findFile() {
    const counts = new Map();
    for (const { words: { place } } of this.moments) if (place?.line && place.file) counts.set(place.file, (counts.get(place.file) ?? 0) + 1);
    this.file = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [undefined, 0])[0];
  }

  /** The threads that do anything, in order. */
  findLanes() {
    const seen = [...new Set(this.moments.map((moment) => moment.thread))].sort((a, b) => a - b);
    this.names = new Map(this.course.threads.map((thread) => [thread.id, thread.name]));
    this.lanes = new Map(seen.map((thread, lane) => [thread, lane]));
    this.slots = new Array(seen.length).fill(0);
    for (const bar of this.bars) {
      const lane = this.lanes.get(bar.thread);
      this.slots[lane] = Math.min(Math.max(this.slots[lane], bar.slot + 1), MOST_BARS);
    }
  }

  build() {
    const check = (name, label, key) => {
      const box = h("input", { type: "checkbox", onchange: () => { this.folding[key] = box.checked; this.folding.opened.clear(); this.refold(); } });
      box.checked = this.folding[key];
      this[name] = box;
      return h("label", { class: "check" }, box, " " + label);
    };
    const button = (sign, label, action) => h("button", { type: "button", "aria-label": label, title: label, onclick: action }, sign);
    this.tools = h("div", { class: "tools", role: "toolbar", "aria-label": "Interleaving" },
      button("|◀", "First step (Home)", () => this.go(0)),
      button("◀", "Step back (↑ or k)", () => this.go(this.current - 1)),
      button("▶", "Step forward (↓ or j)", () => this.go(this.current + 1)),
      button("▶|", "Last step (End)", () => this.go(this.rows.length - 1)),
      button("⇄", "Next switch (n)", () => this.switchFrom(1)),
      button("−", "Zoom out (−)", () => this.setZoom(this.zoom / 1.25)),
      button("+", "Zoom in (+)", () => this.setZoom(this.zoom * 1.25)),
      check("onlyBox", "only what matters", "relevantOnly"),
      check("libraryBox", "fold library calls", "foldLibrary"));
    this.head = h("div", { class: "lanes", "aria-hidden": "true" });
    this.drawing = s("svg", { class: "drawing", "aria-hidden": "true" });
    this.list = h("div", { class: "rows" });
    this.space = h("div", { class: "space" }, this.drawing, this.list);
    this.view = h("div", {
      class: "view", tabindex: 0, role: "listbox",
      "aria-label": `Interleaving of ${plural(this.lanes.size, "thread")} in ${plural(this.course.steps, "step")}; arrow keys step`,
      onkeydown: (event) => this.key(event), onscroll: () => this.later(),
    }, this.head, this.space);
    this.element = h("div", { class: "picture" }, this.tools, this.view, this.legend());
    new ResizeObserver(() => this.later()).observe(this.view);
  }

  legend() {
    const kinds = [...new Set(this.arrows.map((arrow) => arrow.kind))];
    return h("p", { class: "legend" },
      this.bars.length ? h("span", {}, h("i", { class: "bar" }), " lock held") : null,
      kinds.map((kind) => h("span", {}, h("i", { class: "arrow " + kind }), " " + kind)),
      this.file ? h("span", {}, `:7 is line 7 of ${this.file}`) : null,
      h("span", { class: "keys" }, "Keys: ↑ ↓ step, n p next and previous switch, + − zoom, Enter unfolds, a all, f library"));
  }

  /** Computes the rows anew; stays at the same moment. */
  refold() {
    const moment = this.rows?.[this.current]?.at;
    const folded = foldRows(this.moments, this.course.steps, this.folding);
    this.rows = folded.rows;
    explainSwitches(this.rows, this.moments);
    this.rowOf = folded.rowOf;
    this.onlyBox.checked = this.folding.relevantOnly;
    this.libraryBox.checked = this.folding.foldLibrary;
    // What the longest text of each lane needs.
    this.needs = new Array(this.lanes.size).fill(0);
    for (const row of this.rows) {
      const lane = this.lanes.get(this.moments[row.at]?.thread);
      if (lane !== undefined) this.needs[lane] = Math.max(this.needs[lane], this.needOf(row));
    }
    this.space.style.height = this.fullHeight + "px";
    this.go(moment === undefined ? 0 : this.rowOf[Math.min(moment, this.moments.length - 1)] ?? 0);
    this.later();
  }

  /** What a row says: the words, whole and for a narrow place, and where. */
  said(row) {
    const moment = this.moments[row.at];
    const { what, short, library, place } = moment.words;
    const operations = plural(row.end - row.at, "operation");
    const where = placeWords(place, this.file);
    return row.type === "library"
      ? { text: `${moment.library}: ${operations}`, short: `${library}: ${operations}`, where }
      : { text: what, short, where };
  }

  /** The room that a row's text takes, from the left of its lane. */
  needOf(row) {
    if (row.type === "gap" || row.type === "missing") return 0;
    const { short, where } = this.said(row);
    const switched = row.why ? 2 : 0;
    const letters = (short.length + switched) * LETTER + (where.length + 1) * SMALL_LETTER;
    return letters + this.lane(this.moments[row.at].thread).inner + 20;
  }

  setZoom(zoom) {
    this.zoom = Math.min(Math.max(zoom, 0.3), 3);
    this.go(this.current);
    this.later();
  }

  get rowHeight() {
    return Math.round(ROW * this.zoom);
  }

  /** All rows, and room for the name of the end. */
  get fullHeight() {
    return this.rows.length * this.rowHeight + 20;
  }

  go(row) {
    this.current = Math.min(Math.max(row, 0), Math.max(this.rows.length - 1, 0));
    this.hidden = true; // until it is drawn, which also scrolls to it
    this.later();
    const shown = this.rows[this.current];
    if (shown) this.onStep(shown, this);
  }

  /** Scrolls to the chosen row, and sideways to its thread. */
  reveal() {
    this.hidden = false;
    const top = this.current * this.rowHeight;
    const extra = this.current === this.rows.length - 1 ? 20 : 0;
    const room = this.view.clientHeight - this.head.offsetHeight;
    if (top < this.view.scrollTop) this.view.scrollTop = top;
    else if (top + this.rowHeight + extra > this.view.scrollTop + room) this.view.scrollTop = top + this.rowHeight + extra - room;
    const row = this.rows[this.current];
    if (!row || row.type === "gap" || row.type === "missing") return;
    const { left } = this.lane(this.moments[row.at].thread);
    const wanted = Math.min(this.needOf(row), Math.max(this.view.clientWidth / 2, 190));
    if (left - GUTTER < this.view.scrollLeft) this.view.scrollLeft = left - GUTTER;
    else if (left + wanted > this.view.scrollLeft + this.view.clientWidth) this.view.scrollLeft = left + wanted - this.view.clientWidth;
  }

  switchFrom(direction) {
    const thread = (row) => (row.type === "gap" || row.type === "missing" ? undefined : this.moments[row.at].thread);
    let from = thread(this.rows[this.current]);
    for (let row = this.current + direction; row >= 0 && row < this.rows.length; row += direction) {
      const other = thread(this.rows[row]);
      if (other !== undefined && from !== undefined && other !== from) return this.go(row);
      from = from ?? other;
    }
    this.go(direction > 0 ? this.rows.length - 1 : 0);
  }

  unfold(row) {
    if (row?.key) { this.folding.opened.add(row.key); this.refold(); }
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(Math.floor(this.view.clientHeight / this.rowHeight) - 2, 1);
    const actions = {
      ArrowDown: () => this.go(this.current + 1), j: () => this.go(this.current + 1),
      ArrowUp: () => this.go(this.current - 1), k: () => this.go(this.current - 1),
      PageDown: () => this.go(this.current + page), PageUp: () => this.go(this.current - page),
      Home: () => this.go(0), End: () => this.go(this.rows.length - 1),
      n: () => this.switchFrom(1), p: () => this.switchFrom(-1),
      "+": () => this.setZoom(this.zoom * 1.25), "-": () => this.setZoom(this.zoom / 1.25), 0: () => this.setZoom(1),
      Enter: () => this.unfold(this.rows[this.current]), " ": () => this.unfold(this.rows[this.current]),
      a: () => { this.folding.relevantOnly = !this.folding.relevantOnly; this.refold(); },
      f: () => { this.folding.foldLibrary = !this.folding.foldLibrary; this.refold(); },
    };
    const action = actions[event.key];
    if (action) { event.preventDefault(); event.stopPropagation(); action(); }
  }

  /** Draws once before the next frame, however often it is asked for. */
  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; if (this.view.isConnected) this.draw(); });
  }

  /** On paper there is nothing to scroll: all rows are there. */
  print(printing) {
    this.printing = printing;
    this.draw();
  }

  /** Where a lane begins, and where its dots are. */
  lane(thread) {
    const lane = this.lanes.get(thread) ?? 0;
    const left = GUTTER + lane * this.laneWidth;
    const inner = 10 + this.slots[lane] * BAR;
    return { lane, left, inner, dot: left + inner };
  }

  widthOf(lane) {
    return lane === this.lanes.size - 1 ? this.lastWidth : this.laneWidth;
  }

  draw() {
    const height = this.rowHeight;
    const narrow = this.view.clientWidth < 500;
    // A row has one text, so it may reach over the lanes to its right: lanes are as wide as leaves each text that room. Where even
    // the narrowest are too many, it scrolls, and then the last lane can have what it needs.
    const room = this.view.clientWidth - GUTTER - 2;
    const others = this.lanes.size - 1;
    const enough = narrow ? 170 : 190;
    const least = (narrow ? 64 : Math.min(Math.max((room - enough) / others, 60), 90)) * Math.min(Math.max(this.zoom, 0.7), 2);
    const widest = this.needs.reduce((wide, need, lane) => (lane ? Math.min(wide, (room - need) / lane) : wide), (room * 0.58) / others);
    this.laneWidth = others > 0 ? Math.floor(Math.max(widest, least)) : room;
    const left = room - others * this.laneWidth;
    this.lastWidth = left >= enough ? left : Math.min(Math.max(this.needs[others], enough), 360);
    const width = Math.floor(GUTTER + others * this.laneWidth + this.lastWidth);
    this.fullWidth = width;
    this.space.style.width = this.head.style.width = width + "px";
    this.space.style.height = this.fullHeight + "px";
    this.head.replaceChildren(h("span", { style: `width:${GUTTER}px` }, "step"), ...[...this.lanes].map(([thread, lane]) =>
      h("span", { class: `lane thread${lane % 6}`, style: `width:${this.widthOf(lane)}px`, title: visible(this.names.get(thread) ?? "") },
        `${tag(thread)} ${this.names.get(thread) ?? ""}`)));

    if (this.hidden) this.reveal();
    const first = this.printing ? 0 : Math.max(Math.floor(this.view.scrollTop / height) - 5, 0);
    const end = this.printing ? this.rows.length : Math.min(Math.ceil((this.view.scrollTop + this.view.clientHeight) / height) + 5, this.rows.length);
    const top = first * height;
    this.drawing.setAttribute("width", width);
    this.drawing.setAttribute("height", Math.max((end - first) * height, 0));
    this.drawing.style.top = top + "px";
    this.list.style.top = top + "px";
    this.drawing.replaceChildren(...this.lines(first, end, height));
    const rows = [];
    for (let row = first; row < end; row += 1) rows.push(this.row(row, (row - first) * height, height, width));
    this.list.replaceChildren(...rows);
    this.view.setAttribute("aria-activedescendant", "row" + this.current);
  }

  /** Lanes, bars, arrows and the mark of the end, for the rows from `first` to before `last`. */
  lines(first, last, height) {
    const y = (row) => (row - first + 0.5) * height;
    const low = (last - first) * height;
    const lines = [arrowHeads()];
    for (const [thread, lane] of this.lanes) {
      const { left, dot } = this.lane(thread);
      if (lane % 2) lines.push(s("rect", { class: "stripe", x: left, y: 0, width: this.widthOf(lane), height: low }));
      lines.push(s("line", { class: `life thread${lane % 6}`, x1: dot, x2: dot, y1: 0, y2: low }));
    }
    for (const bar of this.bars) {
      const from = this.rowOf[bar.from];
      const to = bar.to === Infinity ? this.rows.length : this.rowOf[bar.to];
      if (to < first || from >= last || bar.slot >= MOST_BARS) continue;
      const start = Math.max(y(from), -4);
      const stop = bar.to === Infinity ? y(this.rows.length - 1) + height / 2 : y(to) - (bar.cut ? height : 0);
      const end = Math.min(stop, low + 4);
      lines.push(s("rect", {
        class: "bar" + (bar.shared ? " shared" : ""), x: this.lane(bar.thread).left + 5 + bar.slot * BAR, y: start, width: BAR - 2,
        height: Math.max(end - start, 4), rx: 2,
      }, s("title", {}, `${tag(bar.thread)} holds ${bar.lock}`)));
    }
    lines.push(...this.endMark(first, last, y, height));
    for (const arrow of this.arrows) {
      const [from, to] = [this.rowOf[arrow.from], this.rowOf[arrow.to]];
      if (from === to || to < first || from >= last) continue;
      const [a, b] = [this.moments[arrow.from].thread, this.moments[arrow.to].thread];
      if (a === b) continue;
      const [x1, x2, y1, y2] = [this.lane(a).dot, this.lane(b).dot, y(from), y(to)];
      const bend = Math.min((y2 - y1) / 2, 40);
      lines.push(s("path", {
        class: "arrow " + arrow.kind, d: `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 5}`,
        "marker-end": `url(#head-${arrow.kind})`,
      }, s("title", {}, arrow.kind)));
    }
    return lines;
  }

  /** A frame around what the threads are about to do at the end. */
  endMark(first, last, y, height) {
    let from = this.rows.length;
    while (from > 0 && this.moments[this.rows[from - 1].at]?.act.act === "about") from -= 1;
    if (from === this.rows.length || from >= last) return [];
    const [left, width] = [GUTTER + 2, this.fullWidth - GUTTER - 4];
    const top = y(from) - height / 2 + 1;
    const tall = (this.rows.length - from) * height - 2;
    return [
      s("rect", { class: "heat", x: left, y: top, width, height: tall, rx: 6 }),
      s("text", { class: "heat-name", x: this.view.scrollLeft + left + 8, y: top + tall + 14 }, KINDS.get(this.kind)?.end ?? "the end"),
    ];
  }

  row(number, top, height, width) {
    const row = this.rows[number];
    const selected = number === this.current;
    const size = this.zoom < 0.6 ? " tiny" : "";
    const attributes = {
      id: "row" + number, role: "option", "aria-selected": selected ? "true" : "false", "aria-posinset": number + 1,
      "aria-setsize": this.rows.length, style: `top:${top}px;height:${height}px;width:${width}px;line-height:${height}px`,
      onclick: () => { this.go(number); this.view.focus({ preventScroll: true }); },
      ondblclick: () => this.unfold(row),
    };
    if (row.type === "gap" || row.type === "missing") {
      const text = `… ${plural(row.steps, "step")} …`;
      const place = { class: "gap-text", style: `left:${GUTTER}px` };
      return h("div", { ...attributes, class: "row gap" + size, "aria-label": text }, h("span", { class: "number" }), row.key
        ? h("button", { ...place, type: "button", tabindex: -1, title: "Show them", onclick: (event) => { event.stopPropagation(); this.unfold(row); } }, text)
        : h("span", place, text));
    }
    const moment = this.moments[row.at];
    const { lane, left, dot } = this.lane(moment.thread);
    const about = moment.act.act === "about";
    const { text, short, where } = this.said(row);
    // To the left of its dot where there is no room to the right of it.
    const need = this.needOf(row);
    const side = left + need > width + 1 && dot - GUTTER > need ? `right:${width - dot + 8}px` : `left:${dot + 8}px;max-width:${width - dot - 12}px`;
    const label = `${about ? "at the end" : "step " + moment.step}, ${tag(moment.thread)} ${text}`;
    return h("div", { ...attributes, class: `row act-${moment.act.act}${moment.relevant || about ? "" : " aside"}${size}`, "aria-label": visible(label) },
      h("span", { class: "number" }, about ? "▶" : thousands(moment.step)),
      h("i", { class: `dot thread${lane % 6}`, style: `left:${dot - 5}px` }),
      h("span", { class: "what", style: side, title: visible(text) },
        row.why ? h("b", { class: "switch", title: visible(row.why) }, "↷ ") : null, short,
        where ? h("small", { title: visible(moment.words.place.short) }, " " + where) : null));
  }
}

function arrowHeads() {
  const head = (kind) => s("marker", { id: "head-" + kind, class: "head " + kind, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
    s("path", { d: "M0 0 L8 4 L0 8 z" }));
  return s("defs", {}, ["start", "join", "notify", "hand-over", "wants", "held"].map(head));
}
