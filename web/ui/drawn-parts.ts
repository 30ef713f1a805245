import { use } from "react";

/** In the browser, the parts that are on their way and whose place the server has drawn. */
const loading: Promise<unknown>[] = [];
let all: Promise<unknown> | undefined;

/**
 * Waits with taking the page over until the late parts that the server has drawn in it are there. React throws away what it
 * cannot take over at the first change around it: a button would go from under the finger that presses it, and a field with
 * what was typed in it. No part is waited for longer than a moment: the rest of the page works without it.
 */
export function useDrawnParts(): void {
  if (typeof window === "undefined") return;
  all ??= Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
  use(all);
}

/** Loads a part at once where the server has drawn it, as the page's head says. */
export function loadIfDrawn(name: string, load: () => Promise<unknown>): void {
  if (typeof document === "undefined" || all) return;
  if (document.querySelector(`meta[name="${drawnPart}"][content="${name}"]`))
    loading.push(load().catch(() => {}));
}

/** The head's word for a part that the server has drawn. */
export const drawnPart = "drawn-part";

const longestWaitMs = 8_000;
