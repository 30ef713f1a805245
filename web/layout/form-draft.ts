/** What was typed into a form, and the row that it was filled from. */
export type FormDraft<Values, Item> = { values: Values; item: Item | undefined };

/** Keeps what was typed, in this tab only: it outlives a reload and signing in again. */
export function keepDraft<Values, Item>(key: string, draft: FormDraft<Values, Item>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Without storage there is no draft; the form still works.
  }
}

/** The draft that was kept, if there is one. Reading leaves it: a render may be thrown away and done again. */
export function readDraft<Values, Item>(key: string): FormDraft<Values, Item> | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as FormDraft<Values, Item>) : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the draft: it was saved, or is not wanted. */
export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}
