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

/** Reads again what shows sales and notifications as soon as there are new ones, while the page is looked at. */
export function useStoreNews(role: Role): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!mayCall(role, forSupport)) return undefined;
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      for (const { url } of shownIn) void queryClient.invalidateQueries({ queryKey: [url] });
    };
    /** A page is read before it listens: what happened between is told to nobody. */
    const readMissed = async () => {
      if (role !== "OWNER") return readAgain();
      const unread = () => queryClient.getQueryData(unreadQuery.queryKey)?.unread;
      const before = unread();
      await queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey });
      if (before !== undefined && unread() !== before) readAgain();
    };
    const leave = () => {
      source?.close();
      clearTimeout(retry);
      source = retry = undefined;
    };
    const listen = () => {
      leave();
      const opened = new EventSource(streamNews.url);
      opened.addEventListener("open", () => void readMissed());
      opened.addEventListener(newsEvent, readAgain);
      opened.addEventListener("error", () => {
        if (opened.readyState === EventSource.CLOSED) retry = setTimeout(listen, triedAgainMs);
      });
      source = opened;
    };
    // A connection that died in silence, as a laptop slept, is noticed by nobody else.
    const lookAgain = () => {
      if (document.visibilityState === "hidden") return leave();
      readAgain();
      listen();
    };
    if (document.visibilityState === "visible") listen();
    document.addEventListener("visibilitychange", lookAgain);
    window.addEventListener("online", lookAgain);
    return () => {
      document.removeEventListener("visibilitychange", lookAgain);
      window.removeEventListener("online", lookAgain);
      leave();
    };
  }, [queryClient, role]);
}
