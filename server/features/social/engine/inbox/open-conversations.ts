import { randomUUID } from "node:crypto";
import { cooldownKey } from "#server/features/social/engine/decide/limits.ts";
import type { ConversationRow } from "./batch-rows.ts";
import type { BatchConversation, OpenEvent, PastNotice, PastReplies } from "./load-batch.ts";

/** A conversation while a batch of events is decided on: what was known of it, carried on from event to event. */
export type OpenConversation = ConversationRow & {
  isActive: boolean;
  knownUsername: string | null;
  participantDisplayName: string | null;
  recentReplies: Date[];
  lastAnswered: Map<string, Date>;
  /** Of the last week: the last automatic reply, and the last answer by hand. */
  lastReplyAt: Date | null;
  lastHandAt: Date | null;
  lastNotices: Map<string, Date>;
  /** There has been an automatic reply. */
  hasReplied: boolean;
  /** There has been any reply, by hand too. */
  wasAnswered: boolean;
  /** It has a row. */
  exists: boolean;
  isChanged: boolean;
};

/** The conversations that a batch is about. A person without one gets a new one, which is kept only once it is changed. */
export function openConversations(
  rows: readonly BatchConversation[],
  replies: readonly PastReplies[],
  notices: readonly PastNotice[],
): { of(event: Pick<OpenEvent, "accountId" | "personId">): OpenConversation; all(): OpenConversation[] } {
  const byPerson = new Map<string, OpenConversation>();
  const past = new Map(replies.map((one) => [one.conversationId, one]));
  const noticesOf = Map.groupBy(notices, ({ personId }) => personId);

  function add(row: BatchConversation, exists: boolean): OpenConversation {
    const { replies = [], hasReplied = false, wasAnswered = false, handAt = null } = past.get(row.id) ?? {};
    const answered = replies.filter(({ purpose }) => purpose === "REPLY");
    const noticed = (noticesOf.get(row.participantId) ?? []).toSorted(
      (a, b) => a.at.getTime() - b.at.getTime(),
    );
    const conversation: OpenConversation = {
      ...row,
      participantUsername: null,
      recentReplies: replies.map(({ at }) => new Date(at)),
      lastAnswered: new Map(
        answered.flatMap(({ at, by, ...where }): [string, Date][] =>
          by === null ? [] : [[cooldownKey(by, where), new Date(at)]],
        ),
      ),
      lastReplyAt: latest(answered.map(({ at }) => new Date(at))),
      lastHandAt: handAt,
      lastNotices: new Map(
        noticed.flatMap(({ at, ruleId }): [string, Date][] => (ruleId === null ? [] : [[ruleId, at]])),
      ),
      hasReplied,
      wasAnswered,
      exists,
      isChanged: false,
    };
    byPerson.set(`${row.accountId} ${row.participantId}`, conversation);
    return conversation;
  }

  for (const row of rows) add(row, true);
  return {
    of: ({ accountId, personId }) =>
      byPerson.get(`${accountId} ${personId}`) ??
      add({ ...unknownPerson, id: randomUUID(), accountId, participantId: personId }, false),
    all: () => [...byPerson.values()],
  };
}

const latest = (moments: readonly Date[]): Date | null =>
  moments.reduce<Date | null>((last, at) => (last && last > at ? last : at), null);

const unknownPerson = {
  isActive: true,
  knownUsername: null,
  participantDisplayName: null,
  pausedUntil: null,
  optedOutAt: null,
  needsYouAt: null,
  lastInboundAt: null,
  adOpenUntil: null,
  lastMessageAt: null,
  hasUnread: false,
} as const;
