import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import type { Design } from "#contract/design/design.ts";
import { getMyDesign, updateMyDesign } from "#contract/design/studio.ts";
import { ApiError, apiQuery, callApi, errorMessage, isUnauthorized, type Output } from "#web/api.ts";
import { sendToSignIn } from "#web/layout/current-user.ts";
import { refusedField, reportFailure } from "#web/layout/report-failure.ts";
import { isSameValue } from "./merge-blocks.ts";
import { copyIds, mergeDesigns } from "./merge-designs.ts";

export type MyDesign = Output<typeof getMyDesign>;
export const myDesignQuery = apiQuery(getMyDesign, { querystring: {} });

const restMs = 400;
const retryMs = 5_000;

/**
 * The draft as it is on screen. It saves itself a moment after the last choice: what was changed, and nothing else. What
 * another tab changed meanwhile is taken over; `both` names what was changed in both, of which this tab's stands.
 */
export function useDesignDraft(opened: MyDesign) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(opened);
  const [mine, setMine] = useState(() => partsOf(opened));
  const [both, setBoth] = useState<readonly (keyof Design)[]>([]);
  const [refused, setRefused] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const isDirty = !isSameValue(mine, partsOf(saved));

  const take = (answer: MyDesign) => {
    queryClient.setQueryData(myDesignQuery.queryKey, answer);
    setSaved(answer);
  };
  /** Goes on from what stands there by now; what was changed here since `base` stays. */
  const catchUp = (base: Design, theirs: MyDesign) => {
    const newId = copyIds();
    setMine((now) => mergeDesigns(base, now, partsOf(theirs), newId).values);
    take(theirs);
  };
  const save = useEffectEvent(async (sent: Design) => {
    const base = partsOf(saved);
    const changed = Object.entries(sent).filter(
      ([part, value]) => !isSameValue(value, base[part as keyof Design]),
    );
    setSaving(true);
    try {
      const body = { ...Object.fromEntries(changed), revision: saved.revision };
      catchUp(sent, await callApi(updateMyDesign, { body }));
      setRefused(undefined);
    } catch (error) {
      if (isUnauthorized(error)) return sendToSignIn();
      const isOvertaken = error instanceof ApiError && error.status === 409;
      const theirs = isOvertaken ? await read() : undefined;
      if (theirs) {
        setBoth(mergeDesigns(base, sent, partsOf(theirs), copyIds()).both);
        return catchUp(base, theirs);
      }
      // What is refused for good is put back: a product in the order was deleted meanwhile.
      const reason = refusedField(error);
      if (reason !== undefined) {
        setMine(base);
        await queryClient.invalidateQueries({ queryKey: [listMyProducts.url] });
        return reportFailure(error, reason);
      }
      setRefused(errorMessage(error, "This could not be saved. Trying again…"));
    } finally {
      setSaving(false);
    }
  });
  // One save at a time: a second would be refused since the first one is newer.
  const waits = isDirty && !isSaving;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => void save(mine), refused === undefined ? restMs : retryMs);
    return () => clearTimeout(timer);
  }, [mine, waits, refused]);
  // Whoever goes to another screen right after a choice has made it.
  const saveTheRest = useEffectEvent(() => {
    if (waits) void save(mine);
  });
  useEffect(() => () => saveTheRest(), []);

  return {
    mine,
    saved,
    both,
    status: refused ?? (isDirty ? "Saving…" : "Saved"),
    isDirty,
    change: (parts: Partial<Design>) => setMine((before) => ({ ...before, ...parts })),
    changeBlocks: (next: (blocks: Design["blocks"]) => Design["blocks"]) =>
      setMine((before) => ({ ...before, blocks: next(before.blocks) })),
    /** Reads what stands there by now, after a call that was refused. */
    reread: async () => {
      const theirs = await read();
      if (theirs) catchUp(partsOf(saved), theirs);
    },
    /** What a call answered stands from now on. */
    replace: (answer: MyDesign) => {
      take(answer);
      setMine(partsOf(answer));
    },
  };
}

const read = () => callApi(getMyDesign, { querystring: {} }).catch(() => undefined);

/** What of it is the creator's choice. */
function partsOf({ theme, accent, fonts, layout, buttons, awning, productOrder, ...rest }: MyDesign): Design {
  const { coverImageId, coverAlt, blocks } = rest;
  return { theme, accent, fonts, layout, buttons, awning, coverImageId, coverAlt, productOrder, blocks };
}
