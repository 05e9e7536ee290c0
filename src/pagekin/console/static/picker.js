/* The field picker: the list of fields on one side, a page in a frame without an origin on the other.

What was done so far is a draft, a value that the server turns into another one at each step; so a step can be
undone, and the page can be left and come back to. */
"use strict";

(() => {
  const root = document.querySelector("[data-picker]");
  if (!root) return;
  const { actUrl, pageUrl, resourceUrl, draftKey } = root.dataset;
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const frame = part("frame");
  const token = root.querySelector("input[name=csrfmiddlewaretoken]").value;
  const emptyDraft = { fields: [], changes: [], selected: "", adding: false };
  const earlier = []; // drafts, to go back to
  let draft = remembered();
  let page = 0;
  let pages = [];
  let groups = []; // the outlines on the page that is shown
  let isReady = false;
  let isAsking = false;
  let sent = 0; // outlines, by number
  let drawn = 0; // the last of them that the page shows
  let queue = Promise.resolve(); // steps, one after the other: each needs the draft of the one before

  const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
  // The frame has no origin that a message could be meant for; what is sent is what it may know.
  const tell = (message) => isReady && frame.contentWindow.postMessage(message, "*");

  function remembered() {
    try {
      return JSON.parse(sessionStorage.getItem(draftKey)) || emptyDraft;
    } catch {
      return emptyDraft;
    }
  }

  function showWhetherBusy() {
    if (isAsking || drawn !== sent || !isReady) root.setAttribute("aria-busy", "true");
    else root.removeAttribute("aria-busy");
  }

  function draw() {
    sent += 1;
    tell({ type: "outline", groups, number: sent });
    showWhetherBusy();
  }

  function say(text, isError) {
    const line = part("says");
    line.textContent = text;
    line.classList.toggle("is-error", Boolean(isError));
  }

  async function post(action) {
    const answer = await fetch(actUrl, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ draft, page, action }),
    });
    if (answer.redirected || !answer.headers.get("Content-Type").startsWith("application/json")) {
      throw new Error("You are not logged in any more, or may not do this. Load the page again.");
    }
    const told = await answer.json();
    if (told.error) throw new Error(told.error);
    return told;
  }

  function act(action, { remembers = true } = {}) {
    queue = queue.then(async () => {
      isAsking = true;
      showWhetherBusy();
      try {
        const told = await post(action);
        if (told.saved) sessionStorage.removeItem(draftKey);
        if (told.saved) return void location.assign(told.saved);
        if (remembers && JSON.stringify(told.draft) !== JSON.stringify(draft)) earlier.push(draft);
        show(told);
      } catch (error) {
        say(error.message, true);
      } finally {
        isAsking = false;
        showWhetherBusy();
      }
    });
    return queue;
  }

  function show(told) {
    const selected = draft.selected;
    draft = told.draft;
    sessionStorage.setItem(draftKey, JSON.stringify(draft));
    const focused = document.activeElement && document.activeElement.id;
    part("fields").innerHTML = told.fields; // made by our own server, every text in it escaped
    if (focused && !document.activeElement.matches("input, iframe")) document.getElementById(focused)?.focus();
    if (draft.selected !== selected) part("fields").querySelector(".is-selected")?.scrollIntoView({ block: "nearest" });
    pages = told.pages;
    groups = told.groups;
    draw();
    tell({ type: "preview", places: [] });
    say(told.message || "");
    part("undo").disabled = !earlier.length;
    part("save").disabled = !(draft.fields.length || draft.changes.length);
    part("where").textContent = `Page ${page + 1} of ${pages.length}`;
    part("address").textContent = pages[page].url;
    part("previous").disabled = page === 0;
    part("next").disabled = page === pages.length - 1;
    if (frame.dataset.page !== String(page)) load();
  }

  function load() {
    isReady = false;
    frame.dataset.page = String(page);
    frame.src = pageUrl.replace("/0/", `/${page}/`);
  }

  function turn(by) {
    const other = page + by;
    if (other < 0 || other >= pages.length) return;
    page = other;
    act({ kind: "look" }, { remembers: false });
  }

  async function handIn(nodes) {
    const there = page;
    const answer = await fetch(`${resourceUrl.replace("/0/", `/${there}/`)}?nodes=${nodes.join(",")}`);
    if (!answer.ok || there !== page) return;
    for (const [node, { css, data }] of Object.entries(await answer.json())) {
      if (css) tell({ type: "style", css });
      if (data) tell({ type: "picture", node: Number(node), data });
    }
  }

  const hears = {
    ready: () => {
      isReady = true;
      draw();
      if (pages[page].styles.length) handIn(pages[page].styles);
    },
    drawn: ({ number }) => {
      if (isCount(number)) drawn = number;
      showWhetherBusy();
    },
    take: ({ node, text }) => isCount(node) && isCount(text) && act({ kind: "take", node, text }),
    page: ({ by }) => (by === 1 || by === -1) && turn(by),
    pictures: ({ nodes }) => {
      if (!Array.isArray(nodes) || !nodes.every(isCount)) return;
      for (let start = 0; start < nodes.length; start += 12) handIn(nodes.slice(start, start + 12));
    },
    leave: () => part("fields").querySelector("button, input")?.focus(),
  };

  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.origin !== "null") return;
    if (event.data && Object.hasOwn(hears, event.data.type)) hears[event.data.type](event.data);
  });

  const buttons = {
    undo: () => {
      draft = earlier.pop() || draft;
      act({ kind: "look" }, { remembers: false });
    },
    previous: () => turn(-1),
    next: () => turn(1),
    into: () => {
      frame.focus();
      tell({ type: "focus" });
    },
    save: () => act({ kind: "save" }),
  };

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (buttons[button.dataset.part]) buttons[button.dataset.part]();
    const { act: kind, field } = button.dataset;
    if (kind) act({ kind, field: field || "", value: button.value });
  });

  root.addEventListener("change", (event) => {
    const { act: kind, field } = event.target.dataset;
    const value = event.target.type === "checkbox" ? (event.target.checked ? "optional" : "required") : event.target.value;
    if (kind) act({ kind, field, value });
  });

  for (const [begin, end] of [["focusin", "focusout"], ["pointerover", "pointerout"]]) {
    root.addEventListener(begin, (event) => {
      const way = event.target.closest("[data-way]");
      if (way) tell({ type: "preview", places: JSON.parse(way.dataset.way) });
    });
    root.addEventListener(end, (event) => {
      if (event.target.closest("[data-way]")) tell({ type: "preview", places: [] });
    });
  }

  part("pages").addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    turn(by);
  });

  act({ kind: "look" }, { remembers: false });
})();
