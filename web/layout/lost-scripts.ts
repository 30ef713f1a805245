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
    if (target instanceof HTMLScriptElement && target.src.startsWith(location.origin)) void lose();
  }

  function stop(): KeptInput {
    removeEventListener("error", notice, true);
    try {
      sessionStorage.removeItem(triesKey);
      const kept = sessionStorage.getItem(keptKey);
      sessionStorage.removeItem(keptKey);
      const { path, fields } = JSON.parse(kept ?? "{}") as { path?: string; fields?: KeptField[] };
      if (path !== location.pathname + location.search) return [];
      const all = document.querySelectorAll<Field>("input, textarea, select");
      return (fields ?? []).flatMap(([place, what, value]) => {
        const field = all[place];
        return field && `${field.type} ${field.name} ${field.autocomplete}` === what
          ? [{ field, value }]
          : [];
      });
    } catch {
      // Nothing was counted or kept either.
      return [];
    }
  }

  async function lose() {
    if (isLost) return;
    isLost = true;
    removeEventListener("error", notice, true);
    const mayReload = countTry();
    say(
      mayReload
        ? "The connection was lost. This page goes on by itself once it is back."
        : "This page could not be loaded whole.",
      mayReload ? undefined : "Load it again",
    );
    if (!mayReload) return;
    let wait = 1_000;
    do {
      await pause(wait);
      wait = Math.min(2 * wait, 30_000);
    } while (!(await isAnswering()));
    keepInput();
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

  function keepInput() {
    const all = [...document.querySelectorAll<Field>("input, textarea, select")];
    const fields: KeptField[] = [];
    for (const [field, value] of window.earlyInput?.values ?? []) {
      if (!(field instanceof HTMLElement) || !("autocomplete" in field)) continue;
      const { type, name, autocomplete } = field as Field;
      if (/^(password|file|hidden)$/.test(type) || /^(cc-|one-time)/.test(autocomplete)) continue;
      fields.push([all.indexOf(field as Field), `${type} ${name} ${autocomplete}`, value]);
    }
    const path = location.pathname + location.search;
    // Where there was no room, its tries could not be counted either, and the page is not loaded anew.
    if (fields.length > 0) sessionStorage.setItem(keptKey, JSON.stringify({ path, fields }));
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
      const link = document.createElement("a");
      link.href = "";
      link.append(action);
      note.append(" ", link);
    });
  }
}
