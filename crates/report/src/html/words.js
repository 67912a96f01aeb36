// Results in words: the same words as in the text report.

const MEANS = {
  "run": "the run itself",
  "prefix-extension": "extending the run",
  "driving": "driving the threads together",
  "target-search": "a search for the place",
  "window": "a search among the threads that matter",
  "search": "a plain search",
};

function tag(thread) {
  return "T" + thread;
}

/** The words for a narrow place: classes without their packages. The whole is in the title and beside the picture. */
function withoutPackages(text) {
  return text.replace(/\b(?:[a-z_]\w*\.)+(?=[A-Z]\w*)/g, "");
}

function actWords(act) {
  const value = (v) => (v === null || v === undefined ? "" : ": " + v);
  const shared = act.shared ? " (shared)" : "";
  const volatile = act.volatile ? "volatile " : "";
  switch (act.act) {
    case "begin": return "begins";
    case "end": return "ends";
    case "read": return `reads ${volatile}${act.target}${value(act.value)}`;
    case "write": return `writes ${volatile}${act.target}${value(act.value)}`;
    case "update":
      return act.wrote ? `updates ${act.target}: ${act.old ?? "?"} → ${act.new ?? "?"}`
        : `compares ${act.target}${value(act.old)}, and leaves it`;
    case "acquire": return `locks ${act.lock}${shared}`;
    case "try-acquire": return act.acquired ? `tries and locks ${act.lock}${shared}` : `tries in vain to lock ${act.lock}${shared}`;
    case "release": return `unlocks ${act.lock}${shared}`;
    case "wait": return act.timed ? `waits for a time on ${act.condition}` : `waits on ${act.condition}`;
    case "wake": return `goes on after ${act.condition}: ${act.how}`;
    case "notify": {
      const woken = act.woken.length ? "wakes " + act.woken.map(tag).join(", ") : "nobody waits";
      return `notifies${act.all ? " all on" : ""} ${act.condition}: ${woken}`;
    }
    case "start": return "starts " + tag(act.thread);
    case "join": return "joins " + tag(act.thread);
    default: return act.what ?? act.act;
  }
}

/** Where it is; in the file that most is in (`usual`), the line is enough. */
function placeWords(place, usual) {
  if (!place) return "";
  if (place.file && place.line && place.file === usual) return `:${place.line}`;
  if (place.file && place.line) return `${place.file}:${place.line}`;
  return `${place.class}.${place.method}`;
}

function frameWords(place) {
  const where = place.file ? (place.line ? `${place.file}:${place.line}` : place.file) : "Unknown Source";
  return `${place.class}.${place.method}(${where})`;
}

function holdingWords(locks) {
  if (!locks.length) return "holding no lock";
  return "holding " + locks.map(([lock, mode]) => lock.name + (mode === "Shared" ? " (shared)" : "")).join(", ");
}

function effortWords(effort) {
  const parts = [];
  for (const [number, one] of [[effort.runs, "run"], [effort.steps, "step"], [effort.states, "state"]]) {
    if (number > 0) parts.push(plural(number, one));
  }
  parts.push(`${effort.seconds.toFixed(effort.seconds < 10 ? 1 : 0)} s`);
  if (effort.memory > 0) parts.push(`${thousands(Math.ceil(effort.memory / 1048576))} MB`);
  return parts.join(", ");
}

function titleWords(error) {
  switch (error.kind) {
    case "race": return `data race on ${error.target}`;
    case "deadlock": return `deadlock on ${error.locks.join(", ")}`;
    case "lost-signal": return `lost signal: a thread waits for ever on ${error.target}`;
    case "atomicity": return `${error.block} is not atomic`;
    case "uncaught": return `uncaught ${error.message}`;
    case "livelock": return `livelock: threads go round in a circle of ${error.round} steps`;
    case "target": return `a thread gets to ${error.line}`;
    default: return error.kind;
  }
}
