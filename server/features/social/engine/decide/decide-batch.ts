import type { SocialPlatform } from "#server/platforms/social-platform.ts";
import { actOn } from "./act-on-decision.ts";
import type { BatchRows, EventRow } from "#server/features/social/engine/inbox/batch-rows.ts";
import type { LinkedProduct } from "#server/features/social/links/link-of-reply.ts";
import { compileRules } from "./compile-rules.ts";
import { decide } from "./decide.ts";
import type { EventOutcome } from "./decision.ts";
import type { BatchAccount, OpenEvent } from "#server/features/social/engine/inbox/load-batch.ts";
import type { Echo } from "#server/features/social/engine/inbox/match-echoes.ts";
import { recordEcho, recordInbound } from "#server/features/social/engine/inbox/record-messages.ts";
import type {
  OpenConversation,
  openConversations,
} from "#server/features/social/engine/inbox/open-conversations.ts";
import type { AccountRules } from "./rules-cache.ts";

/** All that a batch of one creator's events is decided from. */
export type Batch = {
  userId: string;
  events: readonly OpenEvent[];
  accounts: ReadonlyMap<string, BatchAccount>;
  rules: ReadonlyMap<string, AccountRules>;
  conversations: ReturnType<typeof openConversations>;
  /** Events whose message was taken back before anybody looked at it. */
  takenBack: ReadonlySet<number>;
  echoes: ReadonlyMap<number, Echo>;
  /** Those that may be linked. */
  products: ReadonlyMap<string, LinkedProduct>;
  /** Automatic replies that the plan has room for; null: any number. Counted down. */
  repliesLeft: number | null;
  now: Date;
  platformOf(account: BatchAccount): SocialPlatform | undefined;
  linkOf(code: string): string;
};

/** One event of a batch, with what it changes. */
export type Current = {
  batch: Batch;
  rows: BatchRows;
  event: OpenEvent;
  account: BatchAccount;
  conversation: OpenConversation;
};

/** How an event ended; undefined: it is too early to tell. */
export type Ended = { outcome: EventOutcome } & Partial<EventRow>;

/** Decides on the events in their order, each with what the ones before it have changed. */
export function decideBatch(batch: Batch): BatchRows {
  const rows = noRows();
  for (const event of batch.events) {
    const account = batch.accounts.get(event.accountId);
    if (!account) continue;
    const current = { batch, rows, event, account, conversation: batch.conversations.of(event) };
    const ended = decideOne(current);
    if (ended) rows.events.push({ ...undecided(current), ...ended });
  }
  rows.accountIds = [...new Set(batch.events.map(({ accountId }) => accountId))];
  rows.conversations = batch.conversations.all().filter(({ isChanged }) => isChanged);
  return rows;
}

function decideOne(current: Current): Ended | undefined {
  const { batch, rows, event, account, conversation } = current;
  if (event.kind === "ECHO") return recordEcho(current);
  if (event.kind === "DELETION") {
    const { messageId } = event.detail;
    if (messageId) rows.takenBack.push({ accountId: account.id, messageId });
    return { outcome: "DELETED" };
  }
  if (batch.takenBack.has(event.id)) return { outcome: "DELETED", isErased: true };

  const decision = decide(
    {
      ...event,
      postId: event.detail["postId"] ?? null,
      isLive: event.detail["live"] === "true",
      isFromAd: event.detail["ad"] === "true",
      note: event.detail["note"] ?? null,
      isStandby: event.detail["standby"] === "yes",
    },
    batch.rules.get(account.id)?.compiled ?? nothingCompiled,
    { ...conversation, hasWritten: conversation.lastInboundAt !== null },
    {
      platformUserId: account.platformUserId,
      isActive: account.isActive,
      answersComments: batch.platformOf(account)?.answersComments ?? false,
      repliesLeft: batch.repliesLeft,
    },
    batch.now,
  );
  const messageId = recordInbound(current, decision);
  const ended = actOn(current, decision);
  return messageId ? { ...ended, messageId } : ended;
}

const nothingCompiled = compileRules({ responses: [], rules: [] });

const undecided = ({ event, conversation }: Current) => ({
  id: event.id,
  outcomeDetail: null,
  conversationId: conversation.exists || conversation.isChanged ? conversation.id : null,
  messageId: null,
  keywordResponseId: null,
  automationRuleId: null,
  isErased: false,
  listedIn: null,
  taggedWith: null,
  notifiedBy: null,
});

const noRows = (): BatchRows => ({
  events: [],
  conversations: [],
  messages: [],
  sends: [],
  links: [],
  listed: [],
  tagged: [],
  notices: [],
  executed: [],
  echoed: [],
  takenBack: [],
  otherApps: [],
  accountIds: [],
  replies: 0,
});
