import { useEffect, useRef } from "react";
import { shopNow } from "#web/shop-now.ts";
import type { Order } from "./use-order.ts";

/** A mail that comes back does so within seconds as a rule, and sometimes later. */
const afterMs = [15_000, 60_000, 300_000, 900_000];
/** Whoever comes back to the window sees news at once, but not at each of many times. */
const pauseMs = 30_000;

const dayMs = 86_400_000;

/** Whether the mail of an order may be coming back just now. Whoever opened the order by its receipt has had it. */
export const mayComeBack = ({ order }: Pick<Order, "order">, proof: string | undefined): boolean =>
  order.status === "PAID" &&
  proof === undefined &&
  shopNow().getTime() - new Date(order.createdAt).getTime() < dayMs;

/** Asks again a few times while a page stays open, and whenever its window is looked at again. */
export function useAskedAgain(ask: () => void, isOn: boolean): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!isOn) return;
    let askedAt = Date.now();
    const askNow = () => {
      if (document.visibilityState !== "visible") return;
      askedAt = Date.now();
      latest.current();
    };
    const lookedAt = () => {
      if (Date.now() - askedAt >= pauseMs) askNow();
    };
    const timers = afterMs.map((ms) => setTimeout(askNow, ms));
    document.addEventListener("visibilitychange", lookedAt);
    return () => {
      timers.forEach(clearTimeout);
      document.removeEventListener("visibilitychange", lookedAt);
    };
  }, [isOn]);
}
