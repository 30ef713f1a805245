import { useEffect, useState } from "react";

/** Counts whole seconds down to 0, starting at once and again with each `restart`. */
export function useCountdown(seconds: number): [left: number, restart: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [end]);
  return [left, (next) => setEnd(Date.now() + next * 1000)];
}
