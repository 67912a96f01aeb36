// An interleaving as data: rows to show, bars for locks, arrows for what orders threads, the state at any moment.

/** Who holds which lock from which moment to which, and beside how many others. */
function lockBars(moments) {
  const bars = [];
  const held = new Map(); // thread → bars that are open
  const own = (thread) => held.get(thread) ?? held.set(thread, []).get(thread);
  const take = (thread, lock, shared, at) => {
    const open = own(thread).find((bar) => bar.lock === lock);
    if (open) { open.depth += 1; return; }
    const taken = new Set(own(thread).map((bar) => bar.slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    const bar = { lock, thread, shared, from: at, to: Infinity, depth: 1, slot };
    own(thread).push(bar);
    bars.push(bar);
  };
  const close = (thread, bar, at) => {
    bar.to = at;
    held.set(thread, own(thread).filter((other) => other !== bar));
  };
  const away = new Map(); // thread → the lock that it left to wait
  moments.forEach(({ thread, act }, at) => {
    switch (act.act) {
      case "acquire": take(thread, act.lock, act.shared, at); break;
      case "try-acquire": if (act.acquired) take(thread, act.lock, act.shared, at); break;
      case "release": {
        const bar = own(thread).find((open) => open.lock === act.lock);
        if (bar && --bar.depth === 0) close(thread, bar, at);
        break;
      }
      case "wait": {
        const bar = own(thread).find((open) => open.lock === act.condition);
        if (bar) { close(thread, bar, at); away.set(thread, bar); }
        break;
      }
      case "wake": {
        const bar = away.get(thread);
        away.delete(thread);
        if (bar) { take(thread, bar.lock, bar.shared, at); own(thread).find((open) => open.lock === bar.lock).depth = bar.depth; }
        break;
      }
    }
  });
  return bars;
}

/** What makes one thread's moment come after another's. */
function orderArrows(moments) {
  const arrows = [];
  const waiting = new Map(); // thread → [the moment that lets it go on, kind]
  const last = new Map(); // thread → its last moment
  const released = new Map(); // lock → the moment at which it was given back
  moments.forEach(({ thread, act }, at) => {
    const cause = waiting.get(thread);
    if (cause) { arrows.push({ from: cause[0], to: at, kind: cause[1] }); waiting.delete(thread); }
    if (act.act === "start") waiting.set(act.thread, [at, "start"]);
    if (act.act === "notify") act.woken.forEach((woken) => waiting.set(woken, [at, "notify"]));
    if (act.act === "join" && last.has(act.thread)) arrows.push({ from: last.get(act.thread), to: at, kind: "join" });
    if (act.act === "release") released.set(act.lock, at);
    if (act.act === "wait") released.set(act.condition, at);
    if (act.act === "acquire" || (act.act === "try-acquire" && act.acquired)) {
      const from = released.get(act.lock);
      if (from !== undefined && moments[from].thread !== thread) arrows.push({ from, to: at, kind: "hand-over" });
      released.delete(act.lock);
    }
    last.set(thread, at);
  });
  return arrows;
}

/** The rows: moments, gaps of what does not matter, library calls. `opened` holds the keys of folds that the user opened. */
function foldRows(moments, steps, { relevantOnly, foldLibrary, opened }) {
  const rows = [];
  const rowOf = new Int32Array(moments.length);
  const hidden = (m) => relevantOnly && !m.relevant && m.act.act !== "about";
  const sameCall = (a, b) => a.library && a.library === b.library && a.thread === b.thread && placeWords(a.place) === placeWords(b.place);
  let at = 0;
  let next = 0; // the step that comes next if nothing is missing
  while (at < moments.length) {
    const moment = moments[at];
    let end = at + 1;
    if (hidden(moment) && !opened.has("gap" + at)) {
      while (end < moments.length && hidden(moments[end])) end += 1;
      const until = end < moments.length ? moments[end].step : steps;
      rows.push({ type: "gap", key: "gap" + at, at, end, steps: Math.max(until - next, 1) });
      next = until;
    } else {
      if (moment.step > next) rows.push({ type: "missing", at, end: at, steps: moment.step - next });
      if (hidden(moment)) {
        // An opened gap: all of it, one by one.
        while (end < moments.length && hidden(moments[end])) end += 1;
        for (let each = at; each < end; each += 1) { rowOf[each] = rows.length; rows.push({ type: "moment", at: each, end: each + 1 }); }
        next = moments[end - 1].step + 1;
        at = end;
        continue;
      }
      if (foldLibrary && moment.library) {
        while (end < moments.length && sameCall(moment, moments[end]) && !hidden(moments[end])) end += 1;
      }
      if (end - at > 1 && !opened.has("library" + at)) {
        rows.push({ type: "library", key: "library" + at, at, end });
      } else {
        for (let each = at; each < end; each += 1) { rowOf[each] = rows.length; rows.push({ type: "moment", at: each, end: each + 1 }); }
        next = Math.max(next, moments[end - 1].step + 1);
        at = end;
        continue;
      }
      next = Math.max(next, moments[end - 1].step + 1);
    }
    for (let each = at; each < end; each += 1) rowOf[each] = rows.length - 1;
    at = end;
  }
  return { rows, rowOf };
}

/** Locks, last values and waiting threads after the moment. */
function stateAt(moments, bars, at) {
  const locks = new Map();
  for (const bar of bars) {
    if (bar.from <= at && at < bar.to) {
      if (!locks.has(bar.lock)) locks.set(bar.lock, []);
      locks.get(bar.lock).push(bar);
    }
  }
  const values = new Map();
  const waits = new Map();
  for (let each = 0; each <= at && each < moments.length; each += 1) {
    const { thread, act, relevant } = moments[each];
    const known = act.act === "update" ? (act.wrote ? act.new : act.old) : act.value;
    if (act.target !== undefined && known !== null && known !== undefined) {
      const before = values.get(act.target);
      const wrote = act.act === "write" || (act.act === "update" && act.wrote);
      values.delete(act.target); // to the end: the newest last
      values.set(act.target, { value: known, at: each, by: wrote ? thread : before?.by, relevant });
    }
    if (act.act === "wait") waits.set(thread, "waits on " + act.condition);
    else if (act.act === "about") waits.set(thread, act.what);
    else waits.delete(thread);
  }
  return { locks, values, waits };
}
