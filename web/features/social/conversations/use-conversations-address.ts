import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

export type ConversationsView = "conversations" | "activity";

/** What of the tab stands in the address: the view, the search, an account's id, and the conversation that is open. */
export type ConversationsAddress = {
  view: ConversationsView;
  search: string;
  account: string;
  conversation: string | undefined;
};

/** Opening a conversation adds to the history, so that Back closes it; search and filters replace. */
export function useConversationsAddress() {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { view, filter, account, conversation } = asked;
  const address = useMemo(
    (): ConversationsAddress => ({
      view: view === "activity" ? "activity" : "conversations",
      search: textOf(filter).slice(0, 200),
      account: textOf(account),
      conversation: textOf(conversation) || undefined,
    }),
    [view, filter, account, conversation],
  );
  const go = useCallback(
    (change: Record<string, string | undefined>, how: { replace: boolean }) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, ...change }),
        resetScroll: false,
        ...how,
      }),
    [navigate],
  );
  return {
    address,
    setSearch: useCallback((search: string) => go({ filter: search || undefined }, { replace: true }), [go]),
    setAccount: useCallback(
      (account: string) => go({ account: account || undefined }, { replace: true }),
      [go],
    ),
    setView: useCallback(
      (next: ConversationsView) =>
        go(
          { view: next === "activity" ? next : undefined, conversation: undefined, filter: undefined },
          { replace: true },
        ),
      [go],
    ),
    /** Also from the activity list. */
    open: useCallback(
      (conversation: string | undefined) => go({ conversation, view: undefined }, { replace: false }),
      [go],
    ),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
