import { useMemo, useState } from "react";

/**
 * The idempotency key of a refund form: pressing again, after an answer that was lost, is the same refund; other lines or
 * amounts are another one. Renew it after a definite failure.
 */
export function useRefundKey(body: object): [key: string, renew: () => void] {
  const [attempt, setAttempt] = useState(0);
  const content = JSON.stringify([body, attempt]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the content is what the key stands for
  const key = useMemo(() => crypto.randomUUID(), [content]);
  return [key, () => setAttempt((before) => before + 1)];
}
