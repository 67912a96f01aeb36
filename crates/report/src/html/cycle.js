// Cycles: which thread waits for which in a deadlock, what conflicts with what in a broken block.

/** A cycle of boxes with arrows between them. Boxes are `{text, small, class}`, arrows go from each to the next. */
function cycle(boxes, arrows, label) {
  const short = (text) => (text.length > 34 ? "…" + text.slice(-33) : text);
  const longest = Math.max(...boxes.flatMap((box) => [short(box.text).length, short(box.small ?? "").length]));
  const [wide, high, gap] = [Math.max(longest * 6.8 + 20, 120), 46, 74];
  const columns = Math.ceil(boxes.length / 2);
  const width = columns * (wide + gap) - gap + 20;
  // The first half left to right, the second half below it and back.
  const at = boxes.map((_, index) => {
    const upper = index < columns;
    const column = upper ? index : boxes.length - 1 - index + (columns * 2 - boxes.length) / 2;
    return { x: 10 + column * (wide + gap), y: upper ? 12 : 132 };
  });
  const center = (box) => ({ x: box.x + wide / 2, y: box.y + high / 2 });
  const edge = (from, to) => {
    const [a, b] = [center(from), center(to)];
    if (Math.abs(a.y - b.y) < 1) {
      const right = b.x > a.x;
      return [a.x + (right ? wide / 2 : -wide / 2), a.y, b.x + (right ? -wide / 2 - 4 : wide / 2 + 4), b.y];
    }
    const down = b.y > a.y;
    return [a.x, a.y + (down ? high / 2 : -high / 2), b.x, b.y + (down ? -high / 2 - 4 : high / 2 + 4)];
  };
  const drawing = s("svg", { class: "cycle", viewBox: `0 0 ${width} 190`, style: `max-width:${width}px;min-width:${width * 0.7}px`, role: "img", "aria-label": visible(label) }, arrowHeads());
  boxes.forEach((_, index) => {
    const to = (index + 1) % boxes.length;
    if (to === index) return;
    const [x1, y1, x2, y2] = edge(at[index], at[to]);
    drawing.append(s("path", { class: "arrow " + arrows[index].kind, d: `M${x1} ${y1} L${x2} ${y2}`, "marker-end": `url(#head-${arrows[index].kind})` }));
    const flat = Math.abs(y1 - y2) < 1;
    drawing.append(s("text", { class: "edge", x: (x1 + x2) / 2 + (flat ? 0 : 8), y: (y1 + y2) / 2 + (flat ? -6 : 4), "text-anchor": flat ? "middle" : "start" }, arrows[index].text));
  });
  boxes.forEach((box, index) => {
    const { x, y } = at[index];
    drawing.append(s("g", { class: "box " + box.class }, s("title", {}, `${box.title ?? box.text} ${box.small ?? ""}`),
      s("rect", { x, y, width: wide, height: high, rx: 8 }),
      s("text", { x: x + wide / 2, y: y + (box.small ? 19 : 28), "text-anchor": "middle" }, short(box.text)),
      box.small ? s("text", { class: "small", x: x + wide / 2, y: y + 36, "text-anchor": "middle" }, short(box.small)) : null));
  });
  return drawing;
}

/** Which thread waits for which lock, and which holds it. */
function waitForCycle(edges) {
  const boxes = [];
  const arrows = [];
  for (const edge of edges) {
    boxes.push({ text: `${tag(edge.thread.id)} ${edge.thread.name}`, small: placeWords(edge.words.place), class: "thread" });
    arrows.push({ kind: "wants", text: "waits for" });
    boxes.push({ text: edge.words.wants, title: edge.wants.name, class: "lock" });
    arrows.push({ kind: "held", text: "held by" });
  }
  const label = edges.map((edge) => `${tag(edge.thread.id)} waits for ${edge.wants.name}`).join("; ");
  return cycle(boxes, arrows, label);
}

/** In which order each thread of the cycle takes its locks. */
function lockTrees(edges) {
  const leaf = (verb, lock, frame) => h("span", {}, `${verb} `, h("b", {}, lock.name), h("small", {}, frame ? " at " + frame : ""));
  return h("ul", { class: "tree" }, edges.map((edge) => h("li", {}, `${tag(edge.thread.id)} ${edge.thread.name}`,
    h("ul", {}, h("li", {}, leaf("takes", edge.holds, edge.words.held_at),
      h("ul", {}, h("li", {}, leaf("then wants", edge.wants, edge.words.wanted_at))))))));
}

/** What the block does before and after another thread comes between. */
function conflictCycle(found, block) {
  const own = `${tag(found.thread.id)} ${found.thread.name}`;
  const other = `${tag(found.intruder.id)} ${found.intruder.name}`;
  const boxes = [
    { text: `${own} ${block.before}`, small: block.before_at, class: "thread" },
    { text: other, small: "comes between", class: "lock" },
    { text: `${own} ${block.after}`, small: block.after_at, class: "thread" },
  ];
  const arrows = [{ kind: "wants", text: "conflicts" }, { kind: "wants", text: "conflicts" }, { kind: "held", text: "one block" }];
  return cycle(boxes, arrows, `${own} ${block.before}, then ${other} comes between, then ${own} ${block.after}`);
}
