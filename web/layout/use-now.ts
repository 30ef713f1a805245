import { useEffect, useState } from "react";
import { shopClockMoved, shopNow } from "#web/shop-now.ts";

const minuteMs = 60_000;

/** The shop's time, again every minute: what says how long something still takes keeps being true in an open tab. */
export function useNow(): Date {
  const [now, setNow] = useState(shopNow);
  useEffect(() => {
    const update = () => setNow(shopNow());
    const timer = setInterval(update, minuteMs);
    addEventListener(shopClockMoved, update);
    return () => {
      clearInterval(timer);
      removeEventListener(shopClockMoved, update);
    };
  }, []);
  return now;
}
