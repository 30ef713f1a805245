import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import type { Design } from "#contract/design/design.ts";
import { getMyDesign, updateMyDesign } from "#contract/design/studio.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { designDraft, type MyDesign } from "./design-draft.ts";

export const myDesignQuery = apiQuery(getMyDesign, { querystring: {} });

/** The draft as it is on screen: see `designDraft`. */
export function useDesignDraft(opened: MyDesign) {
  const queryClient = useQueryClient();
  const [session] = useState(() =>
    designDraft(opened, {
      save: (body) => callApi(updateMyDesign, { body }),
      load: () => callApi(getMyDesign, { querystring: {} }).catch(() => undefined),
      onSaved: (answer) => queryClient.setQueryData(myDesignQuery.queryKey, answer),
      onRefused: (error, reason) => {
        void queryClient.invalidateQueries({ queryKey: [listMyProducts.url] });
        reportFailure(error, reason);
      },
    }),
  );
  const { saved, mine, both, problem, isSignedOut } = useSyncExternalStore(
    session.subscribe,
    session.current,
  );
  useEffect(() => session.sync(opened), [session, opened]);
  // Whoever goes to another screen right after a choice has made it.
  useEffect(() => () => void session.flush(), [session]);
  const isDirty = session.isDirty();
  return {
    mine,
    saved,
    both,
    isSignedOut,
    status: problem ?? (isDirty ? "Saving…" : "Saved"),
    isDirty,
    change: session.change,
    changeBlocks: (next: (blocks: Design["blocks"]) => Design["blocks"]) =>
      session.change({ blocks: next(session.current().mine.blocks) }),
    reread: session.reread,
    replace: session.replace,
  };
}
