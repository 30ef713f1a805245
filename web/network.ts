import { useEffect, useRef } from "react";
import { getHealth } from "#contract/health.ts";
import { callApi } from "#web/api.ts";

/** Whether our server answers now. A browser that says it is online may mean the next room's router. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return callApi(getHealth, undefined, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}

const delaysMs = [1_000, 2_000, 5_000, 10_000, 30_000];

/** Waits before asking again, the longer the more often it was in vain; a network that comes back ends it at once. */
export function waitToRetry(turn: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, delaysMs[Math.min(turn, delaysMs.length - 1)]);
    addEventListener("online", end);
  });
}

/**
 * Calls `resume` as soon as the server answers again, each time that something failed. Never for what costs money. Whoever
 * counts how often it was in vain already gives that, and waits the longer.
 */
export function useResume(hasFailed: boolean, resume: () => void, turnsBefore = 0): void {
  const newest = useRef(resume);
  useEffect(() => {
    newest.current = resume;
  });
  useEffect(() => {
    if (!hasFailed) return;
    let isOver = false;
    void (async () => {
      for (let turn = turnsBefore; !isOver; turn++) {
        await waitToRetry(turn);
        if (!isOver && (await isReachable()) && !isOver) return newest.current();
      }
    })();
    return () => {
      isOver = true;
    };
  }, [hasFailed, turnsBefore]);
}
