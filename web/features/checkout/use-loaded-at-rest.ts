import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isReachable } from "#web/network.ts";

/**
 * Loads while the page rests whatever paying on it may come to need: a deploy, or a network that goes, then stops nobody
 * half-way. It begins with the first field, or some time after the page is there, which it must not slow down.
 */
export function useLoadedAtRest(): void {
  const router = useRouter();
  useEffect(() => {
    const load = async () => {
      // A browser remembers what it could not load: where nobody answers, the next field begins anew.
      if (!(await isReachable())) return addEventListener("focusin", begin);
      // Whoever needs one of them asks again, and says that it is missing.
      for (const loading of [
        router.loadRouteChunk(router.routesByPath["/post-purchase"]),
        router.loadRouteChunk(router.routesByPath["/success"]),
        import("./shipping-fields.tsx"),
        import("./add-on-payment.tsx"),
        import("#web/payments/sandbox-wallet-sheet.tsx"),
      ])
        void loading?.catch(() => {});
    };
    const begin = () => {
      stop();
      if (typeof requestIdleCallback === "function")
        requestIdleCallback(() => void load(), { timeout: 2_000 });
      else setTimeout(() => void load(), 200);
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
