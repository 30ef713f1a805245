import { useEffect, useState } from "react";
import { readTabDraft } from "#web/layout/tab-draft.ts";
import { keepInTab, type KeptEdit } from "./keep-in-tab.ts";
import type { EditSession } from "./save-state.ts";
import { useFlushing } from "./use-flushing.ts";

/**
 * The session of something that has an address of its own: made once, of what this tab kept under `key` before a reload. It
 * takes in newer states of `item`, and saves what is left whenever it may be the last moment.
 */
export function useKeptSession<Item, Fields, Change>(
  key: string,
  item: Item,
  make: (kept: KeptEdit<Item, Fields> | undefined) => EditSession<Item, Fields, Change>,
): EditSession<Item, Fields, Change> {
  const [session] = useState(() => make(readTabDraft<KeptEdit<Item, Fields>>(key)));
  useEffect(() => keepInTab(session, key, () => false), [session, key]);
  useEffect(() => {
    // What a reload brought back is saved at once.
    void session.flush();
  }, [session]);
  useEffect(() => session.sync(item), [session, item]);
  useFlushing(session);
  return session;
}
