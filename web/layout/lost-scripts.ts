import { createIsomorphicFn } from "@tanstack/react-start";

declare global {
  interface Window {
    /**
     * Until the page is taken over: what is done where its scripts cannot be had. `stop` says that it has them, and gives what
     * was typed before it was loaded anew; it stands here since scripts are weighed.
     */
    lostScripts?: { lose: () => void; stop: () => KeptInput };
  }
}

/**
 * A script for the page's head. Where the network dies before the page has its scripts, what the server drew stays, says so,
 * and is loaded anew as soon as the server answers, with what was typed in it. Browsers remember for a page's life that a
 * module could not be loaded, so that nothing less would do.
 */
export const lostScriptsScript = createIsomorphicFn()
  .server((): string => `(${awaitScripts.toString()})()`)
  .client((): string => "");

/** A field's place among the page's, what it is, and what it held. */
type KeptField = [place: number, what: string, value: string | boolean];
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What was typed before the page was loaded anew. */
export type KeptInput = { field: Field; value: string | boolean }[];

/** Written into the page as it stands: it must not name anything outside itself. */
function awaitScripts(): void {
  const triesKey = "openstall:lost-scripts";
  const keptKey = "openstall:kept-input";
  let isLost = false;
  addEventListener("error", notice, true);
  window.lostScripts = { lose: () => void lose(), stop };

  function notice({ target }: Event) {
    if (target instanceof HTMLScriptElement && target.src.startsWith(`${location.origin}/`)) void lose();
  }

  function stop(): KeptInput {
    removeEventListener("error", notice, true);
    try {
      const kept = keptInput();
      sessionStorage.removeItem(triesKey);
      sessionStorage.removeItem(keptKey);
      return kept;
    } catch {
      // Nothing was counted or kept either.
      return [];
    }
  }

  function keptInput(): KeptInput {
    const kept = JSON.parse(sessionStorage.getItem(keptKey) ?? "{}") as {
      path?: string;
      fields?: KeptField[];
    };
    if (kept.path !== here()) return [];
    const all = allFields();
    return (kept.fields ?? []).flatMap(([place, what, value]) => {
      const field = all[place];
      return field && whatIs(field) === what ? [{ field, value }] : [];
    });
  }

  function here() {
    return location.pathname + location.search;
  }

  function allFields() {
    return [...document.querySelectorAll<Field>("input, textarea, select")];
  }

  function whatIs({ type, name, autocomplete }: Field) {
    return `${type} ${name} ${autocomplete}`;
  }

  async function lose() {
    if (isLost) return;
    isLost = true;
    removeEventListener("error", notice, true);
    const mayReload = countTry();
    if (!mayReload) return say("This page could not be loaded whole.", "Load it again");
    say("The connection was lost. This page goes on by itself once it is back.");
    let wait = 1_000;
    do {
      await pause(wait);
      wait = Math.min(2 * wait, 30_000);
    } while (!(await isAnswering()));
    loadAgain();
  }

  function loadAgain() {
    try {
      keepInput();
    } catch {
      // There is no room for it: the page is worth more.
    }
    location.reload();
  }

  /** What is missing for good would have the page loaded for ever. */
  function countTry(): boolean {
    try {
      const tries = Number(sessionStorage.getItem(triesKey)) + 1;
      sessionStorage.setItem(triesKey, String(tries));
      return tries <= 3;
    } catch {
      return false;
    }
  }

  function pause(ms: number) {
    return new Promise<void>((resolve) => {
      setTimeout(resolve, ms);
      addEventListener("online", () => resolve(), { once: true });
    });
  }

  function isAnswering(): Promise<boolean> {
    return fetch("/api/health", { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** With what an earlier try has kept, which this page does not show yet. */
  function keepInput() {
    const typed = new Map(keptInput().map(({ field, value }) => [field, value]));
    for (const [field, value] of window.earlyInput?.values ?? []) {
      typed.delete(field);
      typed.set(field, value);
    }
    const all = allFields();
    const fields = [...typed].flatMap(([field, value]): KeptField[] =>
      /^(password|file|hidden)$/.test(field.type) || /^(cc-|one-time)/.test(field.autocomplete)
        ? []
        : [[all.indexOf(field), whatIs(field), value]],
    );
    if (fields.length > 0) sessionStorage.setItem(keptKey, JSON.stringify({ path: here(), fields }));
  }

  function say(text: string, action?: string) {
    const note = document.createElement("p");
    note.setAttribute("role", "status");
    note.className = "lost-scripts";
    // What is put into a region that stands there already is read out.
    document.body.append(note);
    setTimeout(() => {
      note.append(text);
      if (!action) return;
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", loadAgain);
      button.append(action);
      note.append(" ", button);
    });
  }
}
