"use strict";
// The table of all predictors: search, filter, sort, pages. Only one page of rows is ever in the document.
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const count = data.name.length;
  const numbers = (text) => (text === "" ? [] : text.split(" "));
  const decoded = ({ values, codes }) => ({ values, codes: Int32Array.from(numbers(codes)) });
  const coded = {};
  for (const column of ["subset", "stage", "step", "threshold", "responsible"]) coded[column] = decoded(data[column]);
  const written = {};
  for (const column of ["score", "entropy", "residual_variance", "margin"]) written[column] = data[column].split(" ");

  const texts = data.reason.texts.map(({ parts, gaps }) => ({ parts, gaps: gaps.map(numbers) }));
  const textOf = Int32Array.from(numbers(data.reason.codes));
  const placeInText = new Int32Array(count);
  const used = new Int32Array(texts.length);
  for (let row = 0; row < count; row++) placeInText[row] = used[textOf[row]]++;

  function sentence(row) {
    const { parts, gaps } = texts[textOf[row]];
    return gaps.reduce((said, gap, at) => said + gap[placeInText[row]] + parts[at + 1], parts[0]);
  }

  function shown(column, row) {
    if (column === "name") return data.name[row];
    if (column === "index") return String(row);
    if (column === "reason") return sentence(row);
    if (column in coded) return String(coded[column].values[coded[column].codes[row]]);
    return written[column][row];
  }

  // --- which rows, in which order ------------------------------------------------------------------
  const search = $("search"), subset = $("subset"), responsible = $("responsible"), size = $("size");
  const folded = data.name.map((name) => name.toLowerCase());
  const isFirst = new Set(data.order);
  const usual = [...data.order];
  for (let row = 0; row < count; row++) if (!isFirst.has(row)) usual.push(row);
  let order = usual, found = usual, page = 0;
  let sorted = { column: null, down: false };

  const keys = {};
  function keysOf(column, kind) {
    if (column in keys) return keys[column];
    const all = Array.from({ length: count }, (_, row) => shown(column, row));
    // Digits are padded so that x9 comes before x10.
    keys[column] = kind === "number"
      ? Float64Array.from(all, (text) => (text === "" ? NaN : Number(text)))
      : all.map((text) => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0")));
    return keys[column];
  }

  function arranged() {
    if (sorted.column === null) return usual;
    const key = keysOf(sorted.column, sorted.kind), turn = sorted.down ? -1 : 1;
    const missing = (value) => value === "" || Number.isNaN(value);
    const [there, absent] = [[], []];
    for (const row of usual) (missing(key[row]) ? absent : there).push(row);
    there.sort((a, b) => (key[a] < key[b] ? -turn : key[a] > key[b] ? turn : 0));
    return there.concat(absent);
  }

  function matching() {
    const words = search.value.trim().toLowerCase();
    const wantedSubset = coded.subset.values.indexOf(subset.value);
    const wantedResponsible = responsible.value === "" ? -1 : coded.responsible.values.indexOf(Number(responsible.value));
    return order.filter((row) =>
      (words === "" || folded[row].includes(words))
      && (subset.value === "" || coded.subset.codes[row] === wantedSubset)
      && (responsible.value === "" || coded.responsible.codes[row] === wantedResponsible));
  }

  // --- showing a page of them ----------------------------------------------------------------------
  const table = $("table"), body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];

  function cell(header, row) {
    const { column, kind } = header.dataset;
    const made = document.createElement(kind === "name" ? "th" : "td");
    if (kind === "name") made.scope = "row";
    made.className = header.className;
    made.dataset.label = header.dataset.label;
    let holder = made;
    if (kind === "name" || kind === "subset") {
      holder = made.appendChild(document.createElement(kind === "name" ? "bdi" : "span"));
      holder.className = kind === "name" ? "name" : `subset ${shown(column, row).replaceAll(" ", "-")}`;
    }
    holder.textContent = shown(column, row);
    return made;
  }

  function draw() {
    const rows = Number(size.value), pages = Math.max(1, Math.ceil(found.length / rows));
    page = Math.min(Math.max(page, 0), pages - 1);
    const first = page * rows, visible = found.slice(first, first + rows);
    const made = document.createDocumentFragment();
    for (const row of visible) {
      const line = made.appendChild(document.createElement("tr"));
      for (const header of headers) line.appendChild(cell(header, row));
    }
    body.replaceChildren(made);
    const all = found.length === count ? "" : ` (of ${count} in all)`;
    $("status").textContent = found.length === 0
      ? `No predictor matches${all}.`
      : `${first + 1} to ${first + visible.length} of ${found.length} predictors${all}.`;
    $("place").textContent = `Page ${page + 1} of ${pages}`;
    for (const button of $("pager").querySelectorAll("button")) {
      const atEnd = ["first", "previous"].includes(button.dataset.page) ? page === 0 : page === pages - 1;
      button.setAttribute("aria-disabled", String(atEnd));
    }
  }

  function filter() {
    found = matching();
    page = 0;
    draw();
  }

  function sortBy(header) {
    const { column, kind } = header.dataset;
    const again = sorted.column === column;
    sorted = again && sorted.down ? { column: null, down: false } : { column, kind, down: again };
    order = arranged();
    for (const other of headers) other.removeAttribute("aria-sort");
    if (sorted.column !== null) header.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
    filter();
  }

  // --- wiring --------------------------------------------------------------------------------------
  for (const header of headers) {
    header.dataset.label = header.textContent;
    if (header.dataset.kind === "sentence") continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sortBy(header));
    header.replaceChildren(button);
  }
  search.addEventListener("input", filter);
  for (const control of [subset, responsible]) control.addEventListener("change", filter);
  size.addEventListener("change", () => { page = 0; draw(); });
  $("controls").addEventListener("submit", (event) => event.preventDefault());
  $("controls").addEventListener("reset", () => setTimeout(filter));
  $("pager").addEventListener("click", (event) => {
    const turn = event.target.dataset.page;
    if (turn === undefined || event.target.getAttribute("aria-disabled") === "true") return;
    page = { first: 0, previous: page - 1, next: page + 1, last: Infinity }[turn];
    draw();
  });
  for (const link of document.querySelectorAll("a[data-subset], a[data-responsible]")) {
    link.addEventListener("click", () => {
      search.value = "";
      subset.value = link.dataset.subset ?? "";
      responsible.value = link.dataset.responsible ?? "";
      filter();
    });
  }
  document.documentElement.classList.add("scripted");
  $("controls").hidden = $("pager").hidden = false;
  filter();
})();
