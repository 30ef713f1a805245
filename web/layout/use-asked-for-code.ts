import { useState } from "react";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { noNewCode, resendSeconds } from "#contract/accounts/no-new-code.ts";
import { useCountdown } from "./use-countdown.ts";

/** What came of asking for a code the last time, and how long until the next one can be asked for. */
export function useAskedForCode(first: AskedForCode) {
  const [latest, setLatest] = useState(first);
  const [isAgain, setAgain] = useState(false);
  const [wait, restartWait] = useCountdown(first.waitSeconds ?? resendSeconds);
  return {
    wait,
    /** Why no new email was sent; undefined if one was. */
    notSent: latest.waitSeconds === null ? undefined : noNewCode(latest.waitSeconds),
    /** A newer code than the first one was sent. */
    isSentAgain: isAgain && latest.sent,
    onAsked(asked: AskedForCode) {
      setLatest(asked);
      setAgain(true);
      restartWait(asked.waitSeconds ?? resendSeconds);
    },
  };
}
