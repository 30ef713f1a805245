import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { keepInTab, type KeptEdit } from "#web/layout/self-saving/keep-in-tab.ts";
import { useFlushing } from "#web/layout/self-saving/use-flushing.ts";
import { readTabDraft, tabDraftKey } from "#web/layout/tab-draft.ts";
import { useZone } from "#web/ui/dates.ts";
import { shopNow } from "#web/shop-now.ts";
import { type PostChange, postRules, postSession } from "./post-session.ts";
import {
  isDraft,
  isOnServer,
  type MyPost,
  newPost,
  type PostValues,
  publishedAtOf,
  bodyOf,
} from "./post-values.ts";

type Options = {
  /** What the address names: a post, "new", or none (any more). */
  address: string | undefined;
  /** The post to edit; undefined for a new one. */
  opened: MyPost | undefined;
  /** The membership whose posts are listed. */
  productId: string;
  /** A new one is on the server now. */
  onBegun: (id: string) => void;
};

/** The session of the post that a dialog shows: what is typed into it outlives a reload, saved or not. */
export function usePostSession({ address, opened, productId, onBegun }: Options) {
  const userId = useQueryClient().getQueryData(currentUserQuery.queryKey)?.id ?? "";
  const zone = useZone();
  const isLeaving = useRef(false);
  const isBegun = useRef(address !== "new");
  const onSaved = useEffectEvent((post: MyPost) => {
    // The address of a dialog that is being left is not changed once more.
    if (!isBegun.current && !isLeaving.current) onBegun(post.id);
    isBegun.current = true;
  });
  const kind = `post of ${productId}`;
  const [{ session, openedAt, valuesOf, isRestored }] = useState(() => {
    const openedAt = shopNow();
    const kept = readTabDraft<KeptEdit<MyPost, PostValues>>(tabDraftKey(userId, kind, opened?.id));
    const rules = postRules(openedAt, zone);
    const session = postSession({
      post: opened ?? newPost(productId),
      kept,
      rules,
      onSaved: (post) => onSaved(post),
    });
    return { session, openedAt, valuesOf: rules.fieldsOf, isRestored: kept !== undefined };
  });
  useEffect(() => {
    if (address === undefined) return undefined;
    const isNew = address === "new";
    const key = tabDraftKey(userId, kind, isNew ? undefined : address);
    return keepInTab(session, key, (post) => isNew && isOnServer(post));
  }, [session, userId, kind, address]);
  const begin = useEffectEvent(() => {
    const { item } = session.current();
    // A reload came before the address had its id.
    if (!isBegun.current && isOnServer(item)) onSaved(item);
  });
  useEffect(() => {
    begin();
    // What a reload brought back is saved at once.
    void session.flush();
  }, [session]);
  const leaving = {
    ...session,
    flush: async () => {
      isLeaving.current = true;
      await session.flush();
      isLeaving.current = false;
    },
  };
  useFlushing(session);
  /** Publishes a draft, or saves what was changed of what members see. Whether the server took what is on screen. */
  const submit = async (): Promise<boolean> => {
    await session.flush();
    const { item } = session.current();
    if (isDraft(item) && session.hasUnsaved()) return false;
    return session.submit((post, values): PostChange =>
      bodyOf(values, publishedAtOf(values, post, openedAt, zone)),
    );
  };
  return { session, leaving, submit, valuesOf, isRestored };
}
