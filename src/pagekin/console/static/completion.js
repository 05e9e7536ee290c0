/* Completes names while a query is written as text: a list below it, Tab or a click takes the first or any other. */
"use strict";

(() => {
  const most = 8;
  const word = /[\w.:-]+$/; // what stands before the cursor and could be the beginning of a name

  const area = (event) => event.target.closest?.("textarea[data-completes]");
  const list = (text) => text.parentElement.querySelector("[data-part=completions]");

  function begun(text) {
    const before = text.value.slice(0, text.selectionStart);
    const isInQuotes = (before.match(/"/g) || []).length % 2 === 1;
    return isInQuotes ? "" : before.match(word)?.[0] || "";
  }

  function names(text, start) {
    const lists = text.dataset.completes.split(" ").map((id) => document.getElementById(id));
    const all = lists.flatMap((one) => [...(one?.options || [])].map((option) => option.value));
    const wanted = start.toLowerCase();
    return all.filter((name) => name.toLowerCase().startsWith(wanted) && name !== start).slice(0, most);
  }

  function show(text) {
    const start = begun(text);
    const found = start ? names(text, start) : [];
    const shown = found.map((name) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "small", textContent: name });
      button.dataset.name = name;
      item.append(button);
      return item;
    });
    list(text).replaceChildren(...shown);
    list(text).hidden = !found.length;
  }

  function take(text, name) {
    const end = text.selectionStart;
    text.setRangeText(`${name} `, end - begun(text).length, end, "end");
    text.focus();
    show(text);
  }

  document.addEventListener("input", (event) => area(event) && show(area(event)));
  document.addEventListener("keydown", (event) => {
    const text = area(event);
    if (!text || list(text).hidden) return;
    if (event.key === "Escape") list(text).hidden = true;
    if (event.key !== "Tab" || event.shiftKey) return;
    event.preventDefault();
    take(text, list(text).querySelector("button").dataset.name);
  });
  // Before the text loses the focus, which would send it away to be translated.
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest?.("[data-part=completions] button");
    if (!button) return;
    event.preventDefault();
    take(button.closest(".field").querySelector("textarea"), button.dataset.name);
  });
})();
