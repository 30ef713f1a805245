import { useEffect, useRef } from "react";

/** A mail that comes back does so within seconds as a rule, and sometimes later. */
const afterMs = [15_000, 60_000, 300_000, 900_000];
/** Whoever comes back to the window sees news at once, but not at each of many times. */
const pauseMs = 30_000;

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
