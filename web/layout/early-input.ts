import { createIsomorphicFn } from "@tanstack/react-start";
import type { KeptInput } from "./lost-scripts.ts";

/** What somebody typed, chose and pressed before the page listened. */
type EarlyInput = {
  /**
   * The fields that were changed, the last one last, and what each of them held then, or whether it was checked: a page that
   * arrives may set its own start values.
   */
  values: Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, string | boolean>;
  /** The last form that was sent, or button that was pressed. */
  pressed: { form: HTMLFormElement; submitter: HTMLElement | null } | HTMLButtonElement | undefined;
  /** Ends the keeping. */
  stop: () => void;
};

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * A script for the page's head. It keeps what is done with a page that is shown but has not its scripts yet, as on a slow
 * phone. Without it a form would be sent as the browser does by itself, with what was typed in the page's address, and a
 * press would be lost.
 */
export const earlyInputScript = createIsomorphicFn()
  .server((): string => `(${recordEarlyInput.toString()})()`)
  .client((): string => "");

/** Written into the page as it stands: it must not name anything outside itself. */
export function recordEarlyInput(): void {
  const early: EarlyInput = { values: new Map(), pressed: undefined, stop };
  function change({ target }: Event) {
    const isField =
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement;
    if (!isField) return;
    const isTicked = target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type);
    // Of radio buttons the one that was pressed last is to be pressed last.
    early.values.delete(target);
    early.values.set(target, isTicked ? target.checked : target.value);
  }
  function press({ target }: Event) {
    const button = target instanceof Element && target.closest("button");
    if (button && button.type !== "submit") early.pressed = button;
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement)
      early.pressed = { form: event.target, submitter: event.submitter };
  }
  function stop() {
    removeEventListener("input", change, true);
    removeEventListener("click", press, true);
    removeEventListener("submit", submit, true);
  }
  addEventListener("input", change, true);
  addEventListener("click", press, true);
  addEventListener("submit", submit, true);
  window.earlyInput = early;
}

/**
 * Tells the page, which listens now, what was kept: first what was typed, then what was pressed last. Not at once: React
 * hydrates a part of the page that is told something first, but not while it runs effects.
 */
export function replayEarlyInput(): void {
  const kept = window.lostScripts?.stop() ?? [];
  delete window.lostScripts;
  setTimeout(() => replay(kept));
}

function replay(kept: KeptInput) {
  const early = window.earlyInput;
  delete window.earlyInput;
  if (!early) return;
  const { pressed } = early;
  // What was typed before the page was loaded anew, then what was typed since.
  const values = new Map(kept.map(({ field, value }) => [field, value]));
  for (const [field, value] of early.values) {
    values.delete(field);
    values.set(field, value);
  }
  for (const [field, value] of values) if (field.isConnected) replayField(field, value);
  // The page has to have noted what was typed before it is sent.
  setTimeout(() => {
    if (pressed instanceof HTMLButtonElement) pressed.click();
    else if (pressed?.form.isConnected) {
      // No part of the page wakes for a form that is sent. Where it sleeps on all the same, the browser sends only what is its to send.
      dispatch(pressed.form, "input");
      if (pressed.form.hasAttribute("action")) early.stop();
      // One that was drawn anew meanwhile sends no form any more.
      pressed.form.requestSubmit(pressed.submitter?.isConnected ? pressed.submitter : null);
    }
    early.stop();
  });
}

const dispatch = (on: Element, type: "input" | "change") =>
  on.dispatchEvent(new Event(type, { bubbles: true }));

/**
 * The first event only wakes the part of the page that the field is in. React then hears of a field when it differs from
 * what React saw last, which is what the field holds already. So it is shown another state, by the property that React
 * watches, and then the right one past it.
 */
function replayField(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string | boolean,
) {
  dispatch(field, "input");
  if (typeof value === "boolean" && field instanceof HTMLInputElement) {
    field.checked = !value;
    field.click();
    return;
  }
  if (!(field instanceof HTMLInputElement && field.type === "file")) {
    field.value = "";
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
    set?.call(field, value);
  }
  dispatch(field, "input");
  dispatch(field, "change");
}
