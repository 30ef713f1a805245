import { type RefObject, useEffect, useRef } from "react";
import { leaveCheckout } from "#contract/checkout/checkout.ts";
import { callApi } from "#web/api.ts";

/**
 * The checkout that holds something for its payment: set it once pay was pressed, and clear it once it is paid. What it
 * holds goes back when the page is left; where the buyer's bank has the payment by then, the server leaves it alone.
 */
export function useHeldCheckout(): RefObject<string | undefined> {
  const held = useRef<string>(undefined);
  useEffect(() => {
    const leave = () => {
      const checkoutSessionId = held.current;
      if (!checkoutSessionId) return;
      void callApi(leaveCheckout, { params: { checkoutSessionId } }, { keepalive: true }).catch(() => {});
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, []);
  return held;
}
