import { clearTabDraft, saveTabDraft } from "#web/layout/tab-draft.ts";
import type { EditSession } from "./save-state.ts";

/** What was typed before a reload, and what it was typed into. */
export type KeptEdit<Item, Fields> = { item: Item; fields: Fields };

/**
 * Keeps in this tab whatever of a session a reload would lose: what is not on the server yet, and all of it where the address
 * does not name it (`isUnnamed`). Answers the function that ends it and forgets what was kept.
 */
export function keepInTab<Item, Fields, Change>(
  session: EditSession<Item, Fields, Change>,
  key: string,
  isUnnamed: (item: Item) => boolean,
): () => void {
  const keep = () => {
    const { item, fields } = session.current();
    if (session.hasUnsaved() || isUnnamed(item)) saveTabDraft(key, { item, fields });
    else clearTabDraft(key);
  };
  keep();
  const end = session.subscribe(keep);
  return () => {
    end();
    clearTabDraft(key);
  };
}
