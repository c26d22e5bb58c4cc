// SPDX-License-Identifier: MIT
// Dragging: who is pulled is chosen, and where he is let go is tapped. It can do nothing that taps cannot.
const DRAG_FROM = 8; // pixels; less is a tap
let dragged = null; // {who, place, x, y, moving}

function pullStart(event) {
  const button = event.target.closest("#squares .actor, #choices [data-who]");
  if (!button || event.button) return;
  const place = button.dataset.at || "";
  const who = button.dataset.who || (reach.find((one) => one.from === place && one.who === chosen) ||
    reach.find((one) => one.from === place) || {}).who;
  dragged = { who, place, x: event.clientX, y: event.clientY, moving: false };
}

function pullOn(event) {
  if (!dragged) return;
  if (!dragged.moving && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < DRAG_FROM) return;
  event.preventDefault();
  if (!dragged.moving) {
    dragged.moving = true;
    document.body.classList.add("dragging");
    if (chosen !== dragged.who) choose(dragged.who, "");
  }
  for (const one of by("squares").querySelectorAll(".over")) one.classList.remove("over");
  targetAt(event)?.classList.add("over");
}

const targetAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.("#squares .lit");

function pullEnd(event) {
  const was = dragged;
  dragged = null;
  document.body.classList.remove("dragging");
  if (!was || !was.moving) return;
  // the click that follows is no tap
  addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  setTimeout(() => dispatchEvent(new Event("click")), 0);
  const target = event.type === "pointerup" && targetAt(event);
  if (target) setTimeout(() => target.click(), 0);
}

function addDragging() {
  addEventListener("pointerdown", pullStart);
  addEventListener("pointermove", pullOn);
  addEventListener("pointerup", pullEnd);
  addEventListener("pointercancel", pullEnd);
}
