import type { NewReplyLink } from "#server/features/social/links/reply-links.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";
import type { NoticeAbout } from "#server/features/social/engine/decide/owner-notices.ts";
import type { EventOutcome } from "#server/features/social/engine/decide/decision.ts";
import type { SendResultRow } from "#server/features/social/engine/send/record-results.ts";

/** Everything that becomes of a batch of events, as rows to be written in one transaction. Moments travel as JSON. */
export type BatchRows = {
  events: EventRow[];
  conversations: ConversationRow[];
  messages: MessageRow[];
  sends: SendRow[];
  links: NewReplyLink[];
  listed: ListedRow[];
  tagged: TaggedRow[];
  notices: { about: NoticeAbout; ownerEmail: string }[];
  /** Rules that did something besides replying. */
  executed: { ruleId: string }[];
  /** Our own messages that the platform echoed before we knew that they had arrived. */
  echoed: SendResultRow[];
  /** Messages whose text goes. */
  takenBack: { accountId: string; messageId: string }[];
  /** Accounts in whose name another app answered, and when. */
  otherApps: { accountId: string; at: Date }[];
  accountIds: string[];
  /** Automatic replies that count for the plan. */
  replies: number;
};

export type EventRow = {
  id: number;
  outcome: EventOutcome;
  outcomeDetail: string | null;
  conversationId: string | null;
  messageId: string | null;
  keywordResponseId: string | null;
  automationRuleId: string | null;
  /** The person took it back: our copy of the text goes. */
  isErased: boolean;
  /** Lists that the person was put on. */
  listedIn: string[] | null;
  /** Tags that the person got. */
  taggedWith: string[] | null;
  /** The response or rule that notified the owner. */
  notifiedBy: string | null;
};

export type ConversationRow = {
  id: string;
  accountId: string;
  participantId: string;
  participantUsername: string | null;
  lastMessageAt: Date | null;
  lastInboundAt: Date | null;
  adOpenUntil: Date | null;
  pausedUntil: Date | null;
  optedOutAt: Date | null;
  needsYouAt: Date | null;
  hasUnread: boolean;
};

export type MessageRow = {
  id: string;
  conversationId: string;
  platformMessageId: string;
  senderId: string;
  text: string;
  type: string;
  isFromBot: boolean;
  keywordResponseId: string | null;
  at: Date;
};

export type SendRow = {
  id: string;
  accountId: string;
  platform: PlatformName;
  purpose: "REPLY" | "PUBLIC_REPLY" | "CONFIRMATION";
  eventId: number;
  conversationId: string;
  messageId: string | null;
  recipientId: string;
  commentId: string | null;
  isLive: boolean;
  text: string;
  button: { title: string; url: string } | null;
};

export type ListedRow = {
  platform: PlatformName;
  listName: string;
  personId: string;
  personUsername: string | null;
};

export type TaggedRow = {
  conversationId: string;
  tagId: string;
  /** The conversation had a row before: its person may have bought already. */
  isKnown: boolean;
};
