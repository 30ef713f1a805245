import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { getHealth } from "#contract/health.ts";
import { callApi } from "#web/api.ts";

/**
 * Loads while the page rests whatever paying on it may come to need: a deploy, or a network that goes, then stops nobody
 * half-way. It begins with the first field, or some time after the page is there, which it must not slow down.
 */
export function useLoadedAtRest(): void {
  const router = useRouter();
  useEffect(() => {
    const load = async () => {
      // A browser remembers what it could not load, so it is asked for only where there is a network.
      await callApi(getHealth, undefined, { signal: AbortSignal.timeout(2_000) });
      // Whoever needs one of them asks again, and says that it is missing.
      for (const loading of [
        router.loadRouteChunk(router.routesByPath["/post-purchase"]),
        router.loadRouteChunk(router.routesByPath["/success"]),
        import("./shipping-fields.tsx"),
        import("./add-on-payment.tsx"),
      ])
        void loading?.catch(() => {});
    };
    // Where nobody answers, the next field begins anew.
    const loadOrWait = () => void load().catch(() => addEventListener("focusin", begin));
    const begin = () => {
      stop();
      if (typeof requestIdleCallback === "function") requestIdleCallback(loadOrWait, { timeout: 2_000 });
      else setTimeout(loadOrWait, 200);
    };
    const timer = setTimeout(begin, afterMs);
    const stop = () => {
      clearTimeout(timer);
      removeEventListener("focusin", begin);
    };
    addEventListener("focusin", begin);
    return stop;
  }, [router]);
}

const afterMs = 4_000;
