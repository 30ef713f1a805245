/** Where what is typed into something is kept: `kind` is what it is, `id` which one of them; undefined for a new one. */
export const tabDraftKey = (userId: string, kind: string, id: string | undefined): string =>
  `draft:${userId}:${kind}:${id ?? "new"}`;

/** Keeps what was typed, in this tab only: it outlives a reload and signing in again. */
export function saveTabDraft(key: string, draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Without storage there is no draft; the form still works.
  }
}

/** The draft that was kept, if there is one. Reading leaves it: a render may be thrown away and done again. */
export function readTabDraft<Draft>(key: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the draft: it was saved, or is not wanted. */
export function clearTabDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}
