import { useCallback, useEffect, useRef, useState } from "react";
import type { Platform } from "#contract/social/social-accounts.ts";
import { ensureRecentSignIn } from "#web/layout/recent-sign-in/recent-sign-in.tsx";
import { reportFailure } from "#web/layout/report-failure.ts";
import { shownStore } from "#web/shown-store.ts";
import { toast } from "#web/ui/toast.ts";
import { useAccountRefresh } from "./use-account-changes.ts";

/** What the page at the end of the provider's pages tells the page that opened them. */
const messageType = "openstall:social-connected";

/** Where a platform's own pages begin, for the store that this tab shows. */
export function connectAddress(platform: Platform): string {
  const store = shownStore();
  return `/oauth/${platform.toLowerCase()}${store === undefined ? "" : `?store=${store}`}`;
}

export type ConnectPopup = {
  open: (platform: Platform) => Promise<void>;
  /** The platform whose window is open. */
  waitingFor: Platform | undefined;
  /** The platform whose window the browser did not let open. */
  blocked: Platform | undefined;
};

/**
 * The window in which a creator signs in with a platform. It ends by a message of our own page there, which is shown and
 * told to `onConnected`, or by being closed; the accounts are read again after either.
 */
export function useConnectPopup(onConnected: () => void): ConnectPopup {
  const refresh = useAccountRefresh();
  const popup = useRef<Window>(undefined);
  const [waitingFor, setWaitingFor] = useState<Platform>();
  const [blocked, setBlocked] = useState<Platform>();

  const open = useCallback(async (platform: Platform) => {
    // What comes back is a token: it asks for a recent sign-in before the window is there.
    try {
      if (!(await ensureRecentSignIn())) return;
    } catch (error) {
      return reportFailure(error, "The connection could not be begun. Please try again.");
    }
    const opened = window.open(connectAddress(platform), "openstall-connect", popupFeatures());
    // One that is open already may be behind this page.
    opened?.focus();
    popup.current = opened ?? undefined;
    setWaitingFor(opened ? platform : undefined);
    setBlocked(opened ? undefined : platform);
  }, []);

  useEffect(() => {
    if (!waitingFor) return;
    const poll = setInterval(() => {
      if (!popup.current?.closed) return;
      setWaitingFor(undefined);
      setTimeout(() => void refresh(), 1_000);
    }, 1_000);
    return () => clearInterval(poll);
  }, [waitingFor, refresh]);

  const listener = useRef<(data: unknown) => void>(undefined);
  useEffect(() => {
    listener.current = (data) => {
      if (!isEnd(data)) return;
      setWaitingFor(undefined);
      setBlocked(undefined);
      toast({
        title: data.ok ? "Success" : "Error",
        description: data.message,
        ...(!data.ok && { variant: "destructive" }),
      });
      void refresh();
      if (data.ok) onConnected();
    };
  }, [refresh, onConnected]);

  // A provider's page may cut the tie between the two windows; the channel needs none.
  useEffect(() => {
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin === location.origin) listener.current?.(data);
    };
    const channel = new BroadcastChannel(messageType);
    channel.addEventListener("message", onMessage);
    window.addEventListener("message", onMessage);
    return () => {
      channel.close();
      window.removeEventListener("message", onMessage);
    };
  }, []);

  return { open, waitingFor, blocked };
}

const width = 600;
const height = 700;

/** In the middle of the window it opens from. */
function popupFeatures() {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

const isEnd = (data: unknown): data is { ok: boolean; message: string } =>
  typeof data === "object" &&
  data !== null &&
  "type" in data &&
  data.type === messageType &&
  "ok" in data &&
  typeof data.ok === "boolean" &&
  "message" in data &&
  typeof data.message === "string";
