import { compileRules } from "./compile-rules.ts";
import { decide } from "./decide.ts";
import type {
  AccountState,
  ActiveResponse,
  ActiveRule,
  ConversationState,
  DecidedEvent,
} from "./decision.ts";

/** When everything in these cases happens. */
export const now = new Date("2026-11-21T12:00:00Z");
export const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const noLink = { productId: null, linkTarget: null, buttonTitle: "", couponCode: "" };

/** A response to the whole word "guide". */
export const response = (id: string, more: Partial<ActiveResponse> = {}): ActiveResponse => ({
  id,
  keywords: ["guide"],
  matchMode: "WHOLE_WORD",
  excludedWords: [],
  places: ["DM", "STORY_REPLY", "COMMENT"],
  postId: "",
  text: `text of ${id}`,
  ...noLink,
  publicReplies: [],
  listName: "",
  notifiesOwner: false,
  tagId: null,
  createdAt: hoursAgo(100),
  ...more,
});
/** A rule that greets. */
export const rule = (id: string, more: Partial<ActiveRule> = {}): ActiveRule => ({
  id,
  triggerType: "FIRST_MESSAGE",
  actionType: "SEND_MESSAGE",
  conditions: {},
  text: `text of ${id}`,
  ...noLink,
  createdAt: hoursAgo(100),
  ...more,
});
const message: DecidedEvent = {
  id: 1,
  kind: "MESSAGE",
  personId: "fan",
  text: "guide please",
  postId: null,
  isLive: false,
  isFromAd: false,
  occurredAt: now,
  note: null,
  isStandby: false,
};
const talk: ConversationState = {
  isActive: true,
  adOpenUntil: null,
  pausedUntil: null,
  optedOutAt: null,
  recentReplies: [],
  lastAnswered: new Map(),
  lastNotices: new Map(),
  hasWritten: true,
  wasAnswered: true,
};
const on: AccountState = { platformUserId: "me", isActive: true, answersComments: true, repliesLeft: null };

/** What differs from a message "guide please" of somebody who is known, to an account with one response. */
export type Given = {
  event?: Partial<DecidedEvent>;
  responses?: ActiveResponse[];
  rules?: ActiveRule[];
  conversation?: Partial<ConversationState>;
  account?: Partial<AccountState>;
};
/** The decision on it. */
export const decided = ({
  event,
  responses = [response("r")],
  rules = [],
  conversation,
  account,
}: Given = {}) =>
  decide(
    { ...message, ...event },
    compileRules({ responses, rules }),
    conversation && { ...talk, ...conversation },
    { ...on, ...account },
    now,
  );
/** The id of what replies, or how the event ends. */
export const replyBy = (given: Given) => {
  const decision = decided(given);
  if (decision.do !== "REPLY") return "outcome" in decision ? decision.outcome : decision.do;
  return "rule" in decision.by ? decision.by.rule.id : decision.by.response.id;
};
