// An interleaving as data: rows to show, bars for locks, arrows for what orders threads, the state at any moment.

/** Whether moments are missing before this one: the middle of a long witness is not kept. */
function isCut(moments, at) {
  return at > 0 && moments[at].step > moments[at - 1].step + 1;
}

const heldKey = (thread, lock) => `${thread} ${lock}`;

/** Where moments are missing, how often each thread holds each lock after them: what it gives back later without taking it, and
 *  what it has at the end (`atEnd`, as keys). */
function heldAfterCuts(moments, atEnd) {
  const held = new Map([...atEnd].map((key) => [key, 1]));
  const away = new Map(); // what a thread will have when it goes on
  const cuts = new Map();
  for (let at = moments.length - 1; at > 0; at -= 1) {
    const { thread, act } = moments[at];
    const key = heldKey(thread, act.lock ?? act.condition);
    const depth = held.get(key) ?? 0;
    switch (act.act) {
      case "acquire": held.set(key, Math.max(depth - 1, 0)); break;
      case "try-acquire": if (act.acquired) held.set(key, Math.max(depth - 1, 0)); break;
      case "release": held.set(key, depth + 1); break;
      case "wake": away.set(key, depth); held.set(key, 0); break;
      case "wait": held.set(key, away.get(key) || 1); away.delete(key); break;
    }
    if (isCut(moments, at)) cuts.set(at, new Map(held));
  }
  return cuts;
}

/** Which thread holds which lock from which moment to which, and beside how many others. */
function lockBars(moments, atEnd) {
  const bars = [];
  const cuts = heldAfterCuts(moments, atEnd);
  const threads = new Set(moments.map((moment) => moment.thread));
  // Some are only ever given back: a thread's own lock, which the machine takes when it starts the thread.
  const taken = new Set(moments.filter(({ act }) => act.act === "acquire" || act.act === "try-acquire").map(({ act }) => act.lock));
  const held = new Map(); // thread → bars that are open
  const own = (thread) => held.get(thread) ?? held.set(thread, []).get(thread);
  const take = (thread, lock, shared, at) => {
    const open = own(thread).find((bar) => bar.lock === lock);
    if (open) { open.depth += 1; return; }
    const used = new Set(own(thread).map((bar) => bar.slot));
    let slot = 0;
    while (used.has(slot)) slot += 1;
    const bar = { lock, thread, shared, from: at, to: Infinity, depth: 1, slot };
    own(thread).push(bar);
    bars.push(bar);
  };
  const close = (thread, bar, at) => {
    bar.to = at;
    held.set(thread, own(thread).filter((other) => other !== bar));
  };
  const afterCut = (later, at) => {
    for (const bar of [...held.values()].flat()) {
      if (!later.get(heldKey(bar.thread, bar.lock))) { close(bar.thread, bar, at); bar.cut = true; }
    }
    for (const [key, depth] of later) {
      const [thread, lock] = [Number.parseInt(key, 10), key.slice(key.indexOf(" ") + 1)];
      if (!depth || !threads.has(thread) || !taken.has(lock)) continue;
      if (!own(thread).some((bar) => bar.lock === lock)) take(thread, lock, false, at);
      own(thread).find((bar) => bar.lock === lock).depth = depth;
    }
  };
  const away = new Map(); // thread → the lock that it left to wait
  moments.forEach(({ thread, act }, at) => {
    if (cuts.has(at)) afterCut(cuts.get(at), at);
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
    if (isCut(moments, at)) released.clear();
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
  const sameCall = (a, b) => a.library && a.library === b.library && a.thread === b.thread && a.words.place?.frame === b.words.place?.frame;
  let next = 0; // the step that comes next if nothing is missing
  const put = (row) => { rowOf.fill(rows.length, row.at, row.end); rows.push(row); };
  const show = (row) => {
    const { step } = moments[row.at];
    if (step > next) put({ type: "missing", at: row.at, end: row.at, steps: step - next });
    put(row);
    next = Math.max(next, moments[row.end - 1].step + 1);
  };
  // What does not matter, but happens in steps that are shown: each belongs to the row of its step, and is no gap.
  const join = (at, end) => {
    for (let each = at; each < end; each += 1) {
      const last = rows.at(-1);
      const same = last?.type === "moment" && last.end === each && moments[last.at].step === moments[each].step;
      rowOf[each] = same || end === moments.length ? rows.length - 1 : rows.length;
      if (same) last.end = each + 1;
    }
  };
  for (let at = 0, end; at < moments.length; at = end) {
    const gap = hidden(moments[at]);
    end = at + 1;
    if (gap) while (end < moments.length && hidden(moments[end])) end += 1;
    else if (foldLibrary) while (end < moments.length && sameCall(moments[at], moments[end]) && !hidden(moments[end])) end += 1;
    const key = (gap ? "gap" : "library") + at;
    const until = end < moments.length ? moments[end].step : steps;
    if (opened.has(key) || (!gap && end - at === 1)) {
      for (let each = at; each < end; each += 1) show({ type: "moment", at: each, end: each + 1 });
    } else if (!gap) {
      show({ type: "library", key, at, end });
    } else if (until > next) {
      put({ type: "gap", key, at, end, steps: until - next });
      next = until;
    } else {
      join(at, end);
    }
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
    if (act.act === "wait" || act.act === "about") waits.set(thread, moments[each].words.what);
    else waits.delete(thread);
  }
  return { locks, values, waits };
}

/** Gives each row the reason for which its thread goes on there, which may stand in the steps folded before it. */
function explainSwitches(rows, moments) {
  let from = 0;
  for (const row of rows) {
    if (row.type === "gap" || row.type === "missing") continue;
    let last = null;
    for (let at = from; at <= row.at; at += 1) if (moments[at].switch) last = moments[at];
    row.why = last?.thread === moments[row.at].thread ? last.words.why : null;
    from = row.end;
  }
}
