import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listSocialEvents } from "#contract/social/conversations.ts";
import { simulateFan } from "#contract/social/social-accounts.ts";
import { apiMutation, apiQuery, type Output } from "#web/api.ts";
import type { FanInput } from "./fan-kinds.ts";
import { useAccountRefresh } from "./use-account-changes.ts";

type SocialEvent = Output<typeof listSocialEvents>[number];
/** `event` is missing until the server tells of it. */
export type FanMessage = SentMessage & { event: SocialEvent | undefined };
type SentMessage = FanInput & {
  eventId: number;
  /** It has taken longer than it should, and is not asked for any more. */
  isOverdue: boolean;
};

const askAgainMs = 600;
/** Longer than any reply takes; what comes later is in the conversation. */
const timeoutMs = 45_000;

/** What was written as a fan while the dialog is open, newest first, with what came of each: asked for until it is settled. */
export function useFanMessages(accountId: string, open: boolean) {
  const refresh = useAccountRefresh();
  const [sent, setSent] = useState<SentMessage[]>([]);
  const { data: events } = useQuery({
    ...apiQuery(listSocialEvents, { querystring: { accountId } }),
    enabled: open && sent.length > 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (open && isWaiting(sent, state.data) ? askAgainMs : false),
  });
  const simulating = useMutation(apiMutation(simulateFan));

  const settled = sent.filter(({ eventId }) => isSettled(events?.find(({ id }) => id === eventId))).length;
  useEffect(() => {
    if (settled > 0) void refresh();
  }, [settled, refresh]);

  async function send(input: FanInput) {
    const { eventId } = await simulating.mutateAsync({ params: { id: accountId }, body: input });
    setSent((before) => [{ ...input, eventId, isOverdue: false }, ...before]);
    setTimeout(
      () =>
        setSent((before) =>
          before.map((message) => (message.eventId === eventId ? { ...message, isOverdue: true } : message)),
        ),
      timeoutMs,
    );
  }

  const messages: FanMessage[] = sent.map((message) => ({
    ...message,
    event: events?.find(({ id }) => id === message.eventId),
  }));
  return { messages, send };
}

/** Whether nothing more will come of an event. */
export const isSettled = (event: SocialEvent | undefined) =>
  event !== undefined && event.outcome !== null && event.outcome !== "QUEUED";

const isWaiting = (sent: readonly SentMessage[], events: SocialEvent[] | undefined) =>
  sent.some(({ eventId, isOverdue }) => !isOverdue && !isSettled(events?.find(({ id }) => id === eventId)));
