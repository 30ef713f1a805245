import { useEffect, useRef, useState } from "react";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { ApiError, callApi, type Output } from "#web/api.ts";
import { useResume } from "#web/network.ts";

export type Order = Output<typeof getOrderByPaymentIntent>;
export type OrderItem = Order["orderItems"][number];
export type OrderState =
  | { status: "loading" }
  /** `isRefused`: there is no such order, or it is not to be seen here; else it could not be asked for. */
  | { status: "error"; isRefused: boolean }
  | { status: "ready"; order: Order; proof: string | undefined; wanted: Wanted; reload: () => void };

/** What a link of a mail asks to be saved at once: the receipt as a PDF, or the calendar file of a line. */
export type Wanted = { receipt: boolean; calendarOf: string | null };

/** The headers that show the receipt's proof of an order, where that opened it. */
export const proofHeaders = (proof: string | undefined): Record<string, string> =>
  proof ? { "x-order-proof": proof } : {};

const waitMs = 15_000;
/** A payment that its bank still works on is asked about again, as long as somebody may be looking. */
const pendingMs = 5_000;
const pendingAtMost = 120_000;

/**
 * The order of a payment, for the browser that may see it. A payment takes a moment to become an order: waits up to
 * 15 s; one that its bank still works on is asked about for two minutes.
 */
export function useOrder(paymentIntentId: string | undefined, customerEmail: string | undefined): OrderState {
  const [state, setState] = useState<OrderState>({ status: "loading" });
  const [reloads, setReloads] = useState(0);
  const wanted = useRef<Wanted>({ receipt: false, calendarOf: null });
  /** Whose order stands there. */
  const shown = useRef<string>(undefined);
  // Whoever has just paid is told so as soon as the server can be asked, without a press.
  useResume(
    state.status === "error" && !state.isRefused && paymentIntentId !== undefined,
    () => setReloads((times) => times + 1),
    reloads,
  );

  useEffect(() => {
    if (!paymentIntentId) return;
    // The link has said it once.
    if (reloads === 0) wanted.current = wantedNow() ?? wanted.current;
    const proof = readOrderProof(paymentIntentId);
    const giveUpAt = Date.now() + waitMs;
    const askUntil = Date.now() + pendingAtMost;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;

    async function load(reference: string) {
      try {
        const order = await callApi(
          getOrderByPaymentIntent,
          {
            params: { paymentIntentId: reference },
            querystring: customerEmail ? { customer_email: customerEmail } : {},
          },
          { headers: proofHeaders(proof) },
        );
        if (left) return;
        setState({
          status: "ready",
          order,
          proof,
          wanted: wanted.current,
          reload: () => setReloads((times) => times + 1),
        });
        shown.current = paymentIntentId;
        if (order.order.status === "PENDING" && Date.now() < askUntil)
          timer = setTimeout(() => void load(reference), pendingMs);
      } catch (error) {
        if (left) return;
        const mayStillCome =
          error instanceof ApiError && error.status === 404 && !proof && Date.now() < giveUpAt && justPaid();
        if (mayStillCome) timer = setTimeout(() => void load(reference), 700);
        // What is shown stays: only its news could not be had.
        else if (shown.current !== paymentIntentId)
          setState({ status: "error", isRefused: isRefusal(error) });
      }
    }

    void load(paymentIntentId);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [paymentIntentId, customerEmail, reloads]);

  return paymentIntentId ? state : { status: "error", isRefused: true };
}

/** Not found, another's, or without the email: asking again would be refused again. Not so for 429. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status);

/** Whether this page follows a payment in this tab; an old link opened elsewhere has nothing to wait for. */
const justPaid = () => performance.getEntriesByType("navigation")[0]?.name !== location.href;

const key = (orderReference: string) => `openstall:proof:${orderReference}`;

/** What the address asks for (`&receipt=pdf`, `&calendar=<line>`), as links of the receipt's mail do. */
function wantedNow(): Wanted | undefined {
  const asked = new URLSearchParams(location.hash.slice(1));
  const wanted = { receipt: asked.get("receipt") === "pdf", calendarOf: asked.get("calendar") };
  return wanted.receipt || wanted.calendarOf ? wanted : undefined;
}

/**
 * The receipt link's token, if the address carries one (`#rt=…`). It leaves the address bar at once and is kept for this
 * tab, so that a reload keeps working. Call it in the browser only.
 */
function readOrderProof(orderReference: string): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get("rt");
  if (token) {
    sessionStorage.setItem(key(orderReference), token);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(key(orderReference)) ?? undefined;
}
