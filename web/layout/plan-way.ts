import { returnPath } from "#contract/return-path.ts";

const kept = "plan:return-to";

/** Keeps in this tab where to go on: paying leads over other pages, and maybe the bank's. */
export function rememberReturn(wanted: string | undefined): void {
  const path = returnPath(wanted, "");
  if (!path) return;
  try {
    sessionStorage.setItem(kept, path);
  } catch {
    // Without storage the way back is the browser's.
  }
}

/** What was half done in this tab when a plan was looked for. */
export function findReturn(): string | undefined {
  try {
    return returnPath(sessionStorage.getItem(kept) ?? undefined, "") || undefined;
  } catch {
    return undefined;
  }
}

/** It is gone on with, or not wanted any more. */
export function forgetReturn(): void {
  try {
    sessionStorage.removeItem(kept);
  } catch {
    // Without storage there is nothing to forget.
  }
}
