// The page: the list of findings with its filters, and the finding that is shown.

const DATA = JSON.parse(document.getElementById("data").textContent);
const { result, sources, replay } = DATA;
joinWords(result, DATA.words);
const KINDS = new Map(DATA.kinds.map((kind) => [kind.id, kind]));
const byId = (id) => document.getElementById(id);
let shownPicture = null;
let selected = null;

function sourceOf(place) {
  return place?.line && place.source && Object.hasOwn(sources, place.source) ? sources[place.source] : null;
}

/** The lines around a place, the place marked; without source, its name. */
function excerpt(place, around) {
  const source = sourceOf(place);
  if (!source || source.lines[place.line] === undefined) return h("p", { class: "no-source" }, place ? place.frame : "not in the program's own code");
  const lines = [];
  for (let number = Math.max(place.line - around, 1); number <= place.line + around; number += 1) {
    if (source.lines[number] === undefined) continue;
    const here = number === place.line;
    lines.push(h("div", { class: here ? "line here" : "line" }, h("span", { class: "line-number" }, number), h("code", {}, source.lines[number] || " ")));
  }
  return h("figure", { class: "excerpt" }, h("figcaption", {}, `${source.path}:${place.line}`), h("div", { class: "code", tabindex: 0, role: "region", "aria-label": visible(`Source, ${source.path}`) }, lines));
}

function participant(part) {
  const { doing, holding, place, stack, started } = part.words;
  return h("section", { class: "participant" },
    h("h4", {}, `${tag(part.thread.id)} “${part.thread.name}” ${doing}`),
    holding ? h("p", { class: "locks" }, holding) : null,
    excerpt(place, 2),
    h("details", { open: stack.length < 5 }, h("summary", {}, `Stack, ${plural(stack.length, "call")}`),
      h("ol", { class: "stack" }, stack.map((frame) => h("li", {}, frame)))),
    started ? h("p", { class: "started" }, started) : null);
}

/** What is known at a step, beside the picture. */
function stateView() {
  const said = h("p", { class: "said", "aria-live": "polite" });
  const body = h("div", {});
  const element = h("aside", { class: "state", "aria-label": "State at the chosen step" }, said, body);
  const show = (row, picture) => {
    const moments = picture.moments;
    const at = row.end - 1;
    const moment = moments[row.at];
    if (row.type === "gap" || row.type === "missing") {
      said.replaceChildren(`${plural(row.steps, "step")} that ${row.steps === 1 ? "has" : "have"} nothing to do with it`);
    } else {
      const what = row.type === "library" ? `${moment.library}: ${plural(row.end - row.at, "operation")}` : moment.words.what;
      said.replaceChildren(fill(h("b", {}), {}, [moment.act.act === "about" ? "End" : `Step ${thousands(moment.step)}`]), visible(`: ${tag(moment.thread)} ${what}`));
    }
    const state = stateAt(moments, picture.bars, row.type === "missing" ? row.at - 1 : at);
    const real = row.type === "gap" || row.type === "missing" ? null : moment;
    const values = [...state.values].reverse();
    const first = values.filter(([, value]) => value.relevant).concat(values.filter(([, value]) => !value.relevant)).slice(0, 12);
    const table = (name, head, rows, none) => h("section", {}, h("h4", {}, name), rows.length
      ? h("table", {}, h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, cell)))), h("tbody", {}, rows))
      : h("p", { class: "none" }, none));
    body.replaceChildren(
      ...[row.why ? h("p", { class: "why" }, visible(`↷ ${tag(moment.thread)} goes on: ${row.why}`)) : null,
        real?.library ? h("p", { class: "library" }, `in ${real.library}`) : null,
        real?.words.place ? excerpt(real.words.place, 1) : null,
        // A line per holder: several can share a lock, and several locks can have the same name.
        table("Locks", ["lock", "held by"], [...state.locks].flatMap(([lock, bars]) => bars.map((bar) =>
          h("tr", {}, h("td", {}, lock), h("td", {}, tag(bar.thread) + (bar.shared ? " (shared)" : "") + (bar.depth > 1 ? ` ×${bar.depth}` : ""))))), "No lock is held."),
        table("Last values", ["variable", "value", "by"], first.map(([target, { value, at: when, by }]) =>
          h("tr", { class: when >= row.at && when <= at ? "fresh" : null }, h("td", {}, target), h("td", {}, value), h("td", {}, by === undefined ? "" : tag(by)))), "Nothing was read or written yet."),
        state.waits.size ? table("Stopped", ["thread", "at"], [...state.waits].map(([thread, what]) => h("tr", {}, h("td", {}, tag(thread)), h("td", {}, what))), "") : null].filter(Boolean));
  };
  return { element, show };
}

function interleaving(finding) {
  const { course } = finding;
  if (!course) return null;
  const [name, extent] = finding.words.course;
  const title = h("h3", {}, `${name} `, h("small", {}, extent));
  if (!course.interleaving.length) return h("section", {}, title, h("p", {}, "The steps were not kept."));
  const state = stateView();
  shownPicture = new Picture(finding, state.show);
  return h("section", {}, title, h("div", { class: "interleaving" }, shownPicture.element, state.element));
}

function cycles(finding) {
  const { warning, kind } = finding.error;
  if (kind === "deadlock") {
    // The cycle of the witness or the reordering, if there is one; else the one that was predicted.
    const waiting = finding.participants.filter((part) => part.wants);
    const cycle = finding.course && waiting.length > 1 ? waiting : warning?.cycle ?? [];
    const trees = warning?.cycle?.length ? [h("h4", {}, "In which order the locks are taken"), lockTrees(warning.cycle)] : [];
    if (cycle.length) return h("section", {}, h("h3", {}, "Which thread waits for which"), h("div", { class: "scroll" }, waitForCycle(cycle)), ...trees);
  }
  if (kind === "atomicity" && warning) {
    const { block } = finding.words;
    return h("section", {}, h("h3", {}, "The conflict"), h("div", { class: "scroll" }, conflictCycle(warning, block)),
      h("p", {}, `The block begins at ${block.begins}. It ${block.commit} at ${block.commit_at}: from here on others can see it. ` +
        `It ${block.broken_by} at ${block.broken_at}: too late to be the same operation.`));
  }
  return null;
}

function command(text) {
  const button = h("button", { type: "button", "aria-label": "Copy the command", onclick: async () => {
    try { await navigator.clipboard.writeText(text); button.textContent = "copied"; } catch { button.textContent = "select it"; }
  } }, "copy");
  return h("p", { class: "command" }, h("code", {}, text), button);
}

function verdictView(finding) {
  const { verdict } = finding;
  if (verdict.verdict === "witnessed") {
    return finding.witness && replay ? h("section", {}, h("h3", {}, "Replay it"), command(replay.split("{id}").join(finding.id))) : null;
  }
  if (verdict.verdict === "refuted") return h("section", {}, h("p", {}, "The whole state space was searched, and it does not happen."));
  if (verdict.verdict === "follows") return h("section", {}, h("h3", {}, "Not by itself"), h("p", {}, finding.words.follows));
  if (verdict.verdict === "predicted") return h("section", {}, h("h3", {}, "Not replayed"), h("p", {}, finding.words.predicted));
  return h("section", {}, h("h3", {}, "Not resolved"), h("p", {}, finding.words.unresolved),
    verdict.next ? [h("p", {}, "Try next:"), command(verdict.next)] : null);
}

function attempts(finding) {
  if (!finding.attempts.length) return null;
  return h("details", {}, h("summary", {}, `What was tried (${finding.attempts.length})`),
    h("ul", {}, finding.words.attempts.map((attempt) => h("li", {}, attempt))));
}

function show(finding) {
  selected = finding;
  shownPicture = null;
  const kind = KINDS.get(finding.error.kind);
  const { title, reasons } = finding.words;
  const by = finding.words.by ? `found by ${finding.words.by}` : null;
  const about = [finding.id, ...(kind?.cwe ?? []).map((number) => `CWE-${number}`), finding.count > 1 ? `seen ${thousands(finding.count)} times` : null, by, finding.suppressed_by ? `suppressed by ${finding.suppressed_by}` : null];
  byId("detail").replaceChildren(h("article", { "aria-labelledby": "title" },
    h("h2", { id: "title" }, h("span", { class: "verdict " + finding.verdict.verdict }, finding.verdict.verdict), " ", title),
    h("p", { class: "about" }, about.filter(Boolean).join(" · ")),
    kind ? h("p", { class: "kind" }, kind.summary) : null,
    h("section", {}, h("h3", {}, "Where"), h("div", { class: "participants" }, finding.participants.map((part) => participant(part)))),
    interleaving(finding),
    cycles(finding),
    reasons.length ? h("section", {}, h("h3", {}, kind?.why ?? "Why"), h("ul", { class: "reasons" }, reasons.map((reason) => h("li", {}, reason)))) : null,
    kind ? h("section", {}, h("h3", {}, "What to do"), h("p", {}, kind.help)) : null,
    verdictView(finding), attempts(finding)));
  // The end is what matters: begin there, and go back from it.
  shownPicture?.go(shownPicture.rows.length - 1);
  shownPicture?.later();
  for (const button of byId("findings").querySelectorAll("button")) {
    button.setAttribute("aria-current", button.dataset.id === finding.id ? "true" : "false");
  }
  try { history.replaceState(null, "", "#" + encodeURIComponent(finding.id)); } catch { /* some viewers forbid it */ }
}

function searchText(finding) {
  const parts = finding.participants.flatMap((part) => [part.thread.name, part.words.doing, part.words.place.frame, ...part.locks.map(([lock]) => lock.name)]);
  return [finding.id, finding.words.title, finding.verdict.verdict, ...finding.words.reasons, ...parts].join("\n").toLowerCase();
}
const SEARCHABLE = new Map(result.findings.map((finding) => [finding, searchText(finding)]));

function filtered() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [kind, verdict] = [byId("kind").value, byId("verdict").value];
  return result.findings.filter((finding) => (!kind || finding.error.kind === kind)
    && (!verdict || finding.verdict.verdict === verdict)
    && (byId("suppressed").checked || !finding.suppressed_by)
    && words.every((word) => SEARCHABLE.get(finding).includes(word)));
}

function list() {
  const found = filtered();
  byId("count").textContent = found.length === result.findings.length ? plural(found.length, "finding") : `${found.length} of ${plural(result.findings.length, "finding")}`;
  byId("findings").replaceChildren(...found.map((finding) => {
    const button = h("button", { type: "button", onclick: () => { show(finding); byId("detail").scrollIntoView(); } },
      h("span", { class: "verdict " + finding.verdict.verdict }, finding.verdict.verdict), h("span", { class: "name" }, finding.words.title),
      h("small", {}, finding.participants.length ? placeWords(finding.participants[0].words.place) : finding.error.kind, finding.in_library ? " · inside a library" : "", finding.suppressed_by ? " · suppressed" : ""));
    button.dataset.id = finding.id;
    button.setAttribute("aria-current", finding === selected ? "true" : "false");
    return h("li", {}, button);
  }));
}

function options(select, name, values) {
  select.replaceChildren(h("option", { value: "" }, name), ...[...new Set(values)].map((value) => h("option", { value }, value)));
}

function themeButton() {
  const themes = ["as the system", "dark", "light"];
  let at = 0;
  byId("theme").addEventListener("click", () => {
    at = (at + 1) % themes.length;
    if (at) document.documentElement.dataset.theme = themes[at];
    else delete document.documentElement.dataset.theme;
    byId("theme").setAttribute("aria-label", "Colours: " + themes[at]);
  });
}

function begin() {
  document.title = visible(`deadheat: ${result.guest.name}`);
  byId("guest").textContent = visible([result.guest.name, ...result.guest.arguments].join(" "));
  const open = result.findings.filter((finding) => !finding.suppressed_by);
  const of = (verdict) => open.filter((finding) => finding.verdict.verdict === verdict).length;
  const verdicts = ["witnessed", "follows", "predicted", "unresolved", "refuted"].filter(of)
    .map((verdict) => `${of(verdict)} ${verdict === "follows" ? "following from others" : verdict}`);
  if (open.length < result.findings.length) verdicts.push(`${result.findings.length - open.length} suppressed`);
  byId("summary").textContent = `${verdicts.join(", ") || "nothing found"} · ${DATA.words.effort}${result.complete ? " · the whole state space was searched" : ""}${DATA.words.notes.map((note) => ` · ${visible(note)}`).join("")}`;
  const unused = result.unused_suppressions ?? [];
  if (unused.length) byId("findings").after(h("details", {}, h("summary", {}, plural(unused.length, "unused suppression")), h("ul", {}, unused.map((each) => h("li", {}, each)))));
  if (DATA.words.tests) {
    const [summary, tests] = DATA.words.tests;
    const item = ({ line, finding }) => h("li", {}, finding ? h("a", { href: `#${encodeURIComponent(finding)}`, onclick: () => show(result.findings.find((each) => each.id === finding)) }, line) : line);
    byId("findings").after(h("details", { id: "tests" }, h("summary", {}, summary), h("ul", {}, tests.map(item))));
  }
  options(byId("kind"), "all kinds", result.findings.map((finding) => finding.error.kind));
  options(byId("verdict"), "all verdicts", result.findings.map((finding) => finding.verdict.verdict));
  for (const name of ["input", "change"]) byId("filters").addEventListener(name, list);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  themeButton();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName)) return;
    if (event.key === "/") { event.preventDefault(); byId("search").focus(); }
    if (event.key === "[" || event.key === "]") {
      const found = filtered();
      const next = found[found.indexOf(selected) + (event.key === "]" ? 1 : -1)];
      if (!next) return;
      // A reader who steps through a picture goes on with the next one.
      const inside = byId("detail").contains(document.activeElement);
      show(next);
      if (inside) (shownPicture?.view ?? byId("detail")).focus({ preventScroll: true });
    }
  });
  addEventListener("beforeprint", () => shownPicture?.print(true));
  addEventListener("afterprint", () => shownPicture?.print(false));
  let wanted = "";
  try { wanted = decodeURIComponent(location.hash.slice(1)); } catch { /* not one of ours */ }
  list();
  const first = result.findings.find((finding) => finding.id === wanted) ?? open[0] ?? result.findings[0];
  if (first) show(first);
  else byId("detail").replaceChildren(h("p", { class: "nothing" }, result.complete ? "Nothing found: the whole state space was searched." : `Nothing found. ${DATA.words.nothing}`));
}

begin();
