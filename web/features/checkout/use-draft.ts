import { useCallback, useEffect, useRef } from "react";
import { type Draft, getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { ApiError, callApi, type Input } from "#web/api.ts";
import { browserZone } from "#web/ui/dates.ts";

type Body = Input<typeof saveCheckoutDraft>["body"];
type Change = Omit<Body, "revision" | "checkoutSessionId" | "hasActed" | "timeZone">;
export type Choice = NonNullable<Change["choice"]>;

type Props = {
  productId: string;
  /** As it came with the page. */
  start: Draft | null;
  /** What is chosen at this moment. */
  choice: () => Choice;
  /** The checkout that this tab has opened by now. */
  checkoutSessionId: () => string | undefined;
  /** Another tab of this browser has changed it since. */
  onNewer: (draft: Draft) => void;
};

/** Paying waits no longer than this for a draft that is being begun. */
const longestWaitMs = 1_000;

/**
 * Keeps what changes in a checkout on the server, so that it outlives this tab: one call after the other, each with all
 * that has changed meanwhile, and what could not be kept goes with the next one. Once the draft has ended, nothing is kept
 * any more. `onNewer` is called by what this tab finds changed when it is looked at again, or keeps something itself.
 * `begun` is to be waited for before paying: a first save from before there was a checkout, which the payment overtakes,
 * would begin a draft that no order ends.
 */
export function useDraft({ productId, start, choice, checkoutSessionId, onNewer }: Props) {
  const known = useRef(start?.revision ?? 0);
  const waiting = useRef<Change>(undefined);
  const ended = useRef(false);
  const sending = useRef(false);
  const first = useRef<Promise<unknown>>(undefined);

  const send = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    while (waiting.current && !ended.current) {
      // The first one brings all: the page's address may have chosen something.
      const part: Change = known.current === 0 ? { choice: choice(), ...waiting.current } : waiting.current;
      waiting.current = undefined;
      try {
        const opened = checkoutSessionId();
        const body = {
          revision: known.current,
          ...(opened !== undefined && { checkoutSessionId: opened }),
          ...part,
          hasActed: navigator.userActivation?.hasBeenActive ?? false,
          timeZone: browserZone(),
        };
        const saving = callApi(saveCheckoutDraft, { params: { productId }, body }, { keepalive: true });
        if (known.current === 0) first.current = saving.catch(() => {});
        const { draft } = await saving;
        // Paid, or cleared: what this tab says later would begin another, with what is over.
        if (!draft && known.current > 0) ended.current = true;
        const isNewer = draft !== null && known.current > 0 && draft.revision > known.current + 1;
        known.current = draft?.revision ?? 0;
        if (isNewer) onNewer(draft);
      } catch (error) {
        // What was refused would be again; what was not heard is said with the next change.
        if (!(error instanceof ApiError && error.status < 500))
          waiting.current = merged(part, waiting.current);
        break;
      }
    }
    sending.current = false;
  }, [productId, choice, checkoutSessionId, onNewer]);

  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      await send();
      const { draft } = await callApi(getCheckoutDraft, { params: { productId } });
      if (sending.current || !draft || draft.revision <= known.current) return;
      known.current = draft.revision;
      // Another tab has begun it anew: what is typed here belongs to it again.
      ended.current = false;
      onNewer(draft);
    };
    // Where nobody answers, it is looked at next time.
    const handleLook = () => void look().catch(() => {});
    document.addEventListener("visibilitychange", handleLook);
    addEventListener("focus", handleLook);
    addEventListener("online", handleLook);
    return () => {
      document.removeEventListener("visibilitychange", handleLook);
      removeEventListener("focus", handleLook);
      removeEventListener("online", handleLook);
    };
  }, [productId, send, onNewer]);

  const keep = useCallback(
    (change: Change) => {
      waiting.current = merged(waiting.current, change);
      void send();
    },
    [send],
  );
  const begun = useCallback(
    () => Promise.race([first.current, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]),
    [],
  );
  return { keep, begun };
}

const merged = (earlier: Change = {}, later: Change = {}): Change => ({
  ...earlier,
  ...later,
  ...((earlier.shippingAddress || later.shippingAddress) && {
    shippingAddress: { ...earlier.shippingAddress, ...later.shippingAddress },
  }),
});
