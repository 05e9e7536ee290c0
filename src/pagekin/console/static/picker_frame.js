/* Runs inside the copy of a page: shows what a click would take, and tells the picker what was clicked.

The copy has no origin and may load nothing. It is spoken to by messages alone, and tells nothing but numbers:
those of elements, and of texts in them. */
"use strict";

(() => {
  const picker = window.parent;
  const numbered = "[data-n]";
  const tooMuch = 400; // characters: nobody means so large a part of a page by pointing at its margin
  const colours = /^#[0-9a-f]{6}$/;
  const says = document.createElement("div");
  let here = null; // what a click or Enter would take
  let narrower = []; // what "here" was before it was widened
  let wanted = []; // pictures to ask for

  const send = (message) => picker.postMessage(message, location.origin);
  const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
  const textOf = (element) =>
    (element.tagName === "IMG" ? element.alt || "a picture" : element.textContent).replace(/\s+/g, " ").trim();

  function find([node, text]) {
    const own = `[data-n="${node}"]`;
    return document.querySelector(text ? `${own}[data-t="${text}"]` : `${own}:not([data-t])`) || document.querySelector(own);
  }

  function isShown(element) {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > 0 && getComputedStyle(element).visibility !== "hidden";
  }

  function hasOwnText(element) {
    return [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  }

  const isPickable = (element) =>
    element.matches("img, [data-t]") || (hasOwnText(element) && !element.querySelector(":scope > [data-t]"));

  function pickable() {
    return [...document.querySelectorAll(numbered)].filter((one) => isPickable(one) && isShown(one));
  }

  function pointAt(element, said) {
    if (here) here.classList.remove("pagekin-here");
    here = element;
    if (here) here.classList.add("pagekin-here");
    says.textContent = here ? `${said}: ${textOf(here).slice(0, 200)}` : "";
    says.hidden = !here;
  }

  function underPointer(event) {
    const element = event.target instanceof Element ? event.target.closest(numbered) : null;
    if (!element || element === document.body || element === document.documentElement) return null;
    const text = textOf(element);
    return text && (isPickable(element) || text.length <= tooMuch) ? element : null;
  }

  function take() {
    if (here) send({ type: "take", node: Number(here.dataset.n), text: Number(here.dataset.t || 0) });
  }

  function step(by) {
    const all = pickable();
    if (!all.length) return;
    const current = all.indexOf(here);
    let next = current + by;
    if (current < 0) next = by > 0 ? all.findIndex((one) => one.getBoundingClientRect().top >= 0) : all.length - 1;
    narrower = [];
    pointAt(all[Math.min(Math.max(next, 0), all.length - 1)], "Enter takes");
    here.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function widen() {
    const around = here && here.parentElement && here.parentElement.closest(numbered);
    if (!around || around === document.body) return;
    narrower.push(here);
    pointAt(around, "Enter takes");
  }

  const keys = {
    ArrowDown: () => step(1),
    ArrowRight: () => step(1),
    ArrowUp: () => step(-1),
    ArrowLeft: () => step(-1),
    Enter: take,
    "+": widen,
    "-": () => narrower.length && pointAt(narrower.pop(), "Enter takes"),
    Escape: () => send({ type: "leave" }),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const pages = event.shiftKey && { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (pages) send({ type: "page", by: pages });
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const element = underPointer(event);
    if (element !== here) pointAt(element, "A click takes");
  });
  document.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    pointAt(underPointer(event), "Taken");
    take();
  }, true);
  document.documentElement.addEventListener("pointerleave", () => pointAt(null, ""));

  function outline(groups) {
    for (const element of document.querySelectorAll(".pagekin-found")) {
      element.classList.remove("pagekin-found", "pagekin-selected");
      element.style.removeProperty("--pagekin-colour");
    }
    for (const group of groups) {
      if (!group || !Array.isArray(group.places) || !colours.test(group.colour)) continue;
      for (const element of group.places.map(find)) {
        if (!element) continue;
        element.classList.add("pagekin-found");
        element.classList.toggle("pagekin-selected", group.selected === true);
        element.style.setProperty("--pagekin-colour", group.colour);
      }
    }
    const first = document.querySelector(".pagekin-selected");
    if (first && !document.hasFocus()) bringIntoView(first);
    else if (!first && !window.scrollY) bringIntoView(firstDrawn()); // above it there is often a long menu
  }

  const firstDrawn = () => [...document.querySelectorAll(".pagekin-found")].find((one) => one.getClientRects().length);

  function bringIntoView(element) {
    const box = element?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > window.innerHeight)) element.scrollIntoView({ block: "center" });
  }

  function preview(places) {
    for (const element of document.querySelectorAll(".pagekin-maybe")) element.classList.remove("pagekin-maybe");
    for (const element of places.map(find)) if (element) element.classList.add("pagekin-maybe");
  }

  function addStyle(css) {
    const style = document.createElement("style");
    style.textContent = css;
    document.head.insertBefore(style, document.head.querySelector("style"));
  }

  const isPlace = (place) => Array.isArray(place) && place.length === 2 && place.every(isCount);
  const hears = {
    outline: ({ groups, number }) => {
      if (Array.isArray(groups) && groups.every((one) => one && one.places.every(isPlace))) outline(groups);
      send({ type: "drawn", number });
    },
    preview: ({ places }) => Array.isArray(places) && places.every(isPlace) && preview(places),
    style: ({ css }) => typeof css === "string" && addStyle(css),
    picture: ({ node, data }) => {
      const image = isCount(node) && document.querySelector(`img[data-n="${node}"]`);
      if (image && typeof data === "string" && data.startsWith("data:image/")) image.src = data;
    },
    focus: () => document.body.focus(),
  };

  window.addEventListener("message", (event) => {
    if (event.source !== picker || !event.data || !Object.hasOwn(hears, event.data.type)) return;
    hears[event.data.type](event.data);
  });

  function askForPictures() {
    const nodes = wanted.splice(0).map((image) => Number(image.dataset.n));
    if (nodes.length) send({ type: "pictures", nodes });
  }

  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watch.unobserve(entry.target);
      if (!wanted.length) queueMicrotask(askForPictures);
      wanted.push(entry.target);
    }
  }, { rootMargin: "400px" });

  says.className = "pagekin-says";
  says.setAttribute("aria-live", "polite");
  says.hidden = true;
  document.body.append(says);
  document.body.tabIndex = 0;
  document.body.setAttribute("role", "application");
  document.body.setAttribute("aria-label", "The page: arrow keys move over its values, Enter takes one, + and - widen and narrow it, Escape leaves.");
  for (const image of document.querySelectorAll("img[data-n]:not([src])")) watch.observe(image);
  send({ type: "ready" });
})();
