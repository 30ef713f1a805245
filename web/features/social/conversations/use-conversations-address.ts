import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useSearchChange } from "#web/layout/use-search-change.ts";

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
  const change = useSearchChange();
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
  return {
    address,
    setSearch: useCallback(
      (search: string) => change({ filter: search || undefined }, { replace: true }),
      [change],
    ),
    setAccount: useCallback(
      (account: string) => change({ account: account || undefined }, { replace: true }),
      [change],
    ),
    setView: useCallback(
      (next: ConversationsView) =>
        change(
          { view: next === "activity" ? next : undefined, conversation: undefined, filter: undefined },
          { replace: true },
        ),
      [change],
    ),
    /** Also from the activity list. */
    open: useCallback(
      (conversation: string | undefined) => change({ conversation, view: undefined }),
      [change],
    ),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
