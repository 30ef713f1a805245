import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  checkMailing,
  countAudience,
  getMailing,
  listMailings,
  updateMailing,
} from "#contract/mailings/mailings.ts";
import { ApiError, apiQuery, callApi, errorMessage, type Output } from "#web/api.ts";

export type MyMailing = Output<typeof getMailing>;
export type DraftFields = Pick<MyMailing, "subject" | "content" | "audience" | "productId" | "couponId">;

/** What of a draft is on the server: all of it, not yet, or why it cannot be. */
export type SaveState = { is: "saved" | "saving" } | { is: "failed"; message: string; isElsewhere: boolean };

const pauseMs = 700;

/**
 * A draft that saves itself a moment after each change, one call after another, each from the revision that the one before
 * it made. `flush` saves what is left, and answers the revision; undefined where it could not.
 */
export function useMailingDraft(mailing: MyMailing) {
  const { id } = mailing;
  const queryClient = useQueryClient();
  const [fields, setFields] = useState<DraftFields>(() => fieldsOf(mailing));
  const [save, setSave] = useState<SaveState>({ is: "saved" });
  const now = useRef(fields);
  const kept = useRef({ fields, revision: mailing.revision });
  const running = useRef<Promise<number | undefined>>(undefined);

  const saveAll = useCallback(async (): Promise<number | undefined> => {
    try {
      while (kept.current.fields !== now.current) {
        const sent = now.current;
        setSave({ is: "saving" });
        const saved = await callApi(updateMailing, {
          params: { id },
          body: { ...sent, revision: kept.current.revision },
        });
        kept.current = { fields: sent, revision: saved.revision };
        queryClient.setQueryData(apiQuery(getMailing, { params: { id } }).queryKey, saved);
      }
      setSave({ is: "saved" });
      for (const endpoint of [countAudience, checkMailing])
        void queryClient.invalidateQueries({ queryKey: apiQuery(endpoint, { params: { id } }).queryKey });
      void queryClient.invalidateQueries({ queryKey: [listMailings.url] });
      return kept.current.revision;
    } catch (error) {
      const isElsewhere = error instanceof ApiError && error.status === 409;
      setSave({ is: "failed", message: errorMessage(error, "Your changes could not be saved"), isElsewhere });
      return undefined;
    }
  }, [id, queryClient]);

  const flush = useCallback(() => {
    // Let go of once it is kept: a run that finds nothing to save ends before that, and would answer every later one.
    running.current ??= saveAll().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [saveAll]);

  /** Saves what stands here over what was saved elsewhere meanwhile. */
  const keepMine = async () => {
    try {
      const { revision } = await callApi(getMailing, { params: { id } });
      kept.current = { ...kept.current, revision };
      await flush();
    } catch (error) {
      const message = errorMessage(error, "Your changes could not be saved");
      setSave({ is: "failed", message, isElsewhere: true });
    }
  };

  useEffect(() => {
    if (fields === kept.current.fields) return undefined;
    const timer = setTimeout(() => void flush(), pauseMs);
    return () => clearTimeout(timer);
  }, [fields, flush]);
  useEffect(() => () => void flush(), [flush]);

  const change = (changed: Partial<DraftFields>) => {
    const next = { ...now.current, ...changed };
    now.current = next;
    setFields(next);
    setSave((before) => (before.is === "failed" && before.isElsewhere ? before : { is: "saving" }));
  };
  return { fields, change, save, flush, keepMine };
}

const fieldsOf = ({ subject, content, audience, productId, couponId }: MyMailing): DraftFields => ({
  subject,
  content,
  audience,
  productId,
  couponId,
});
