import { useEffect, useRef, useState } from "react";
import type { Conversation } from "./conversation-queries.ts";
import { personName } from "./conversation-row.tsx";

/**
 * For screen readers: who has written since the list was opened; "" for nobody. The open conversation tells of its own
 * messages. `conversations` is undefined until they are known.
 */
export function useNews(conversations: readonly Conversation[] | undefined, openId: string | undefined) {
  const [news, setNews] = useState("");
  const heard = useRef<string>(undefined);
  const [newest] = (conversations ?? [])
    .filter(({ id, hasUnread, lastMessageAt }) => hasUnread && lastMessageAt && id !== openId)
    .toSorted((a, b) => (b.lastMessageAt ?? "").localeCompare(a.lastMessageAt ?? ""));
  const isKnown = conversations !== undefined;
  const at = newest?.lastMessageAt ?? "";
  const text = newest ? `New message from ${personName(newest)}` : "";
  useEffect(() => {
    if (!isKnown) return;
    if (heard.current !== undefined && at > heard.current) setNews(text);
    if (heard.current === undefined || at > heard.current) heard.current = at;
  }, [isKnown, at, text]);
  return news;
}
