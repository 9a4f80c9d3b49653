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

  function difference([ply, what, stands, right]) {
    const where = ply === null ? "" : `${ply === 0 ? say("first") : say("move", { ply })}: `;
    return `${where}${what}: ${JSON.stringify(stands)} ≠ ${JSON.stringify(right)}`;
  }

  function summary(reports) {
    const wrong = reports.flatMap((report) => report.differences);
    if (wrong.length > 0) return ["note bad", say("fails", { what: difference(wrong[0]) })];
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
      tell("note bad", say("none", { why: error.message }));
    }
  }

  async function fetched(address) {
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      check(await answer.text());
      goTo();
    } catch (error) {
      tell("note bad", words.away);
    }
  }

  async function chosen(file) {
    if (!file) return;
    check(await file.text());
    document.getElementById("result-title").focus();
  }

  const form = document.getElementById("check");
  form.elements.file.addEventListener("change", (event) => chosen(event.target.files[0]));
  form.elements.text.addEventListener("input", (event) => event.target.value.trim() && check(event.target.value));
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    chosen(event.dataTransfer.files[0]);
  });
  window.addEventListener("hashchange", goTo);
  goTo();
  if (result.dataset.record) fetched(result.dataset.record);
})();
