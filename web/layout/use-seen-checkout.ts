import { useEffect } from "react";
import { seeCheckout } from "#contract/analytics/seen-checkout.ts";
import { callApi } from "#web/api.ts";

/** Says once that this product's checkout is looked at: pages may be fetched, and drawn, before anybody sees them. */
export function useSeenCheckout(productId: string): void {
  useEffect(() => {
    const say = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", say);
      const { search } = window.location;
      const body = { productId, search: search.slice(0, 2_000), referrer: document.referrer.slice(0, 2_000) };
      // Nobody's purchase waits for it, or fails with it.
      callApi(seeCheckout, { body }, { keepalive: true }).catch(() => {});
    };
    document.addEventListener("visibilitychange", say);
    say();
    return () => document.removeEventListener("visibilitychange", say);
  }, [productId]);
}
