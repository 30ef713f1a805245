import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Message } from "./conversation-queries.ts";

const nearPx = 60;

/**
 * Keeps a pane of messages where its reader is: at its end it follows new messages, elsewhere what is read stays in
 * place while older messages come above it and new ones below. Each message's element carries `data-message`, its id.
 */
export function useMessageScroll(messages: readonly Message[]) {
  const pane = useRef<HTMLElement>(null);
  /** The first message in view and how far it stands below the pane's top. */
  const place = useRef<{ id: string; top: number }>(undefined);
  const isAtEnd = useRef(true);
  const newest = useRef<string>(undefined);
  const [hasNews, setHasNews] = useState(false);

  const remember = useCallback(() => {
    const box = pane.current;
    if (!box) return;
    isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
    if (isAtEnd.current) setHasNews(false);
    const top = box.getBoundingClientRect().top;
    const shown = [...box.querySelectorAll<HTMLElement>("[data-message]")].find(
      (element) => element.getBoundingClientRect().bottom > top,
    );
    place.current = shown && {
      id: shown.dataset["message"] ?? "",
      top: shown.getBoundingClientRect().top - top,
    };
  }, []);

  const toEnd = useCallback(() => {
    const box = pane.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);

  useLayoutEffect(() => {
    const box = pane.current;
    const last = messages.at(-1);
    if (!box || !last) return;
    const isNew = newest.current !== last.id;
    const isMine = last.isOutgoing && !last.isFromBot;
    if (isAtEnd.current || (isNew && isMine)) toEnd();
    else {
      const element = box.querySelector(`[data-message="${place.current?.id}"]`);
      if (element && place.current)
        box.scrollTop +=
          element.getBoundingClientRect().top - box.getBoundingClientRect().top - place.current.top;
      if (isNew) setHasNews(true);
    }
    newest.current = last.id;
    remember();
  }, [messages, toEnd, remember]);

  return { pane, hasNews, remember, toEnd };
}
