import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** This moment, again every minute: what says how long something still takes keeps being true in an open tab. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
