// Lets the page about dice check them in the browser: the match it is about, or a record that somebody chooses, drops or
// pastes. verify_dice.js does the checking; without either the page offers the same to be done by the service.
"use strict";

(() => {
  const words = document.getElementById("words").dataset;
  const result = document.getElementById("result");
  const told = document.getElementById("told");
  const list = document.getElementById("draws");
  const every = document.getElementById("every");

  const say = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

  function element(name, text, kind) {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  function line(report, each, isLast) {
    const item = document.createElement("li");
    if (isLast) item.id = `ply-${each.ply}`;
    item.append(element("strong", each.ply === 0 ? say("first") : say("move", each)));
    if (each.ply > 0) {
      item.append(" · ", element("bdi", report.seats[each.seat]?.name ?? ""), " ", element("code", each.move));
    }
    const holds = each.dice === each.right;
    const verdict = holds ? `✓ ${say("right")}` : `✗ ${say("wrong", { right: each.right ?? "–" })}`;
    item.append(document.createElement("br"), element("code", each.dice || "–"), " ");
    item.append(element("span", verdict, holds ? "verdict right" : "verdict wrong"));
    return item;
  }

  function lines(report, isLast) {
    const shown = report.plies.filter((each) => each.ply === 0 || each.dice !== "" || each.right !== "");
    const found = shown.map((each) => line(report, each, isLast));
    return isLast ? found : [element("li", say("before", report)), ...found];
  }

  // What verify_dice.js calls the part of a record that differs, in the reader's words; its seat is the number at the end.
  function part(what) {
    if (what === "seed and nonces") return say("hex");
    const seat = / of seat (\d+)$/.exec(what)?.[1];
    return say(what.startsWith("own_nonce") ? "own" : what.startsWith("number") ? "number" : what, { seat });
  }

  function difference([ply, what, stands, right]) {
    const where = ply === null ? "" : `${ply === 0 ? say("first") : say("move", { ply })}: `;
    const values = what === "seed and nonces" ? "" : `: ${JSON.stringify(stands)} ≠ ${JSON.stringify(right)}`;
    return `${where}${part(what)}${values}`;
  }

  function summary(reports) {
    const wrong = reports.find((report) => report.differences.length > 0);
    if (wrong) {
      const what = difference(wrong.differences[0]);
      const isLast = wrong === reports[reports.length - 1];
      return ["note bad", say("fails", { what: isLast ? what : say("within", { match: wrong.match, what }) })];
    }
    const plies = reports.reduce((sum, report) => sum + report.plies.length, 0);
    const count = reports.reduce((sum, report) => sum + report.numbers, 0);
    return count > 0 ? ["note good", say("holds", { count, plies })] : ["note", say("empty", { plies })];
  }

  function tell(kind, text) {
    told.textContent = text;
    told.className = kind;
    result.hidden = false;
  }

  // The draw that the address points at; the list is a new one by now, and lies in what opens and closes.
  function goTo() {
    if (!location.hash.startsWith("#ply-")) return;
    every.open = true;
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  function check(text) {
    list.replaceChildren();
    try {
      const reports = verifyDice(JSON.parse(text.replace(/^\uFEFF/, "")));
      list.append(...reports.flatMap((report, place) => lines(report, place === reports.length - 1)));
      every.hidden = false;
      every.open = reports.some((report) => report.differences.length > 0);
      tell(...summary(reports));
    } catch (error) {
      every.hidden = true;
      tell("note bad", reason(error));
    }
  }

  function reason(error) {
    if (error instanceof SyntaxError) return say("text");
    const name = / look at its (\w+)$/.exec(error.message)?.[1];
    return name ? say("part", { part: name }) : say("none");
  }

  async function fetched(address) {
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (isGiven()) return;
      check(text);
      goTo();
    } catch (error) {
      if (!isGiven()) tell("note bad", words.away);
    }
  }

  // The button sends what stands in the form, so one record stands there: the one that was judged here.
  const form = document.getElementById("check");
  const { file: picker, text: box } = form.elements;

  async function chosen() {
    const [file] = picker.files;
    if (!file) return judged("");
    box.value = "";
    const text = await file.text();
    if (picker.files[0] !== file) return;
    judged(text);
    document.getElementById("result-title").focus();
  }

  function pasted() {
    picker.value = "";
    judged(box.value);
  }

  function isGiven() {
    return picker.files.length > 0 || box.value.trim() !== "";
  }

  // What the page says of its own match beside the draws, and the button for that, go while another record is judged.
  function judged(text) {
    const own = document.getElementById("own");
    if (own) own.hidden = isGiven();
    if (text.trim()) check(text);
    else if (result.dataset.record) fetched(result.dataset.record);
    else result.hidden = true;
  }

  picker.addEventListener("change", chosen);
  box.addEventListener("input", pasted);
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    const one = new DataTransfer();
    one.items.add(event.dataTransfer.files[0]);
    picker.files = one.files;
    chosen();
  });
  window.addEventListener("hashchange", goTo);
  goTo();
  if (result.dataset.record) fetched(result.dataset.record);
})();
