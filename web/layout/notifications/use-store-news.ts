import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getHome, getNeeds } from "#contract/home/home.ts";
import { getUnread, listNotifications } from "#contract/notifications/notifications.ts";
import { newsEvent, streamNews } from "#contract/notifications/stream.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { unreadQuery } from "./unread-query.ts";
import { forSupport, mayCall, type Role } from "#contract/team/roles.ts";

const shownIn = [getHome, getNeeds, getDashboardStats, getUnread, listNotifications];
/** A browser tries again by itself, but for what was refused: too many tabs, or a server that is being replaced. */
const triedAgainMs = 60_000;
/** What a page has read as it was opened is not read once more for the mark that it came with. */
const justReadMs = 5_000;

/** Reads again what shows sales and notifications as soon as there are new ones, while the page is looked at. */
export function useStoreNews(role: Role): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Of sales an editor hears nothing: their bell is asked now and then.
    if (!mayCall(role, forSupport)) return undefined;
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    /** Of the newest try to listen; an earlier one that is still on its way opens nothing any more. */
    let attempt = 0;
    const readAgain = () => {
      for (const { url } of shownIn) void queryClient.invalidateQueries({ queryKey: [url] });
    };
    const leave = () => {
      attempt++;
      source?.close();
      clearTimeout(retry);
      source = retry = undefined;
    };
    /** From the mark of what the page has read, or is just reading: what happened since is told at once. */
    const listen = async () => {
      leave();
      const own = attempt;
      const read = await queryClient
        .fetchQuery({ ...unreadQuery, staleTime: justReadMs })
        .catch(() => undefined);
      if (own !== attempt) return;
      const opened = new EventSource(
        read ? `${streamNews.url}?seen=${encodeURIComponent(read.mark)}` : streamNews.url,
      );
      // Nothing was read: whatever there is may be new.
      if (!read) opened.addEventListener("open", readAgain, { once: true });
      opened.addEventListener(newsEvent, readAgain);
      opened.addEventListener("error", () => {
        if (opened.readyState === EventSource.CLOSED) retry = setTimeout(() => void listen(), triedAgainMs);
      });
      source = opened;
    };
    // A connection that died in silence, as a laptop slept, is noticed by nobody else.
    const lookAgain = () => {
      if (document.visibilityState === "hidden") return leave();
      readAgain();
      void listen();
    };
    if (document.visibilityState === "visible") void listen();
    document.addEventListener("visibilitychange", lookAgain);
    window.addEventListener("online", lookAgain);
    return () => {
      document.removeEventListener("visibilitychange", lookAgain);
      window.removeEventListener("online", lookAgain);
      leave();
    };
  }, [queryClient, role]);
}
