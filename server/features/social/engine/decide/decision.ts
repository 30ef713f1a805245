import type { ReplyLanguage } from "#contract/social/reply-languages.ts";
import type {
  actionTypes,
  keywordPlaces,
  matchModes,
  RuleConditions,
  triggerTypes,
} from "#server/database/schema/social.ts";
import type { LinkFields } from "#server/features/social/links/link-of-reply.ts";
import type { eventKinds, eventOutcomes } from "#server/database/schema/social-messages.ts";

export type EventOutcome = (typeof eventOutcomes)[number];
export type EventKind = (typeof eventKinds)[number];
export type Place = (typeof keywordPlaces)[number];

/** A keyword response as the decision needs it. Only active ones are given. */
export type ActiveResponse = {
  id: string;
  keywords: string[];
  matchMode: (typeof matchModes)[number];
  excludedWords: string[];
  places: Place[];
  /** Answers comments under this post alone; empty: anything in its places. */
  postId: string;
  text: string;
  /** COMMENT: one of these is also written under the comment. */
  publicReplies: string[];
  /** Beside the reply: puts the person on this list; empty: on none. */
  listName: string;
  /** Beside the reply: notifies the owner. */
  notifiesOwner: boolean;
  /** Beside the reply: gives the person this tag, which may be deleted by now. */
  tagId: string | null;
  createdAt: Date;
} & LinkFields;

/** An automation rule likewise. */
export type ActiveRule = {
  id: string;
  triggerType: (typeof triggerTypes)[number];
  actionType: (typeof actionTypes)[number];
  conditions: RuleConditions;
  text: string;
  createdAt: Date;
} & LinkFields;

/** What is to be decided on: an event of the inbox. */
export type DecidedEvent = {
  id: number;
  kind: EventKind;
  personId: string;
  text: string;
  postId: string | null;
  /** COMMENT: under a live video. */
  isLive: boolean;
  /** MESSAGE: from an ad that opens a message. */
  isFromAd: boolean;
  occurredAt: Date;
  /** OTHER: `encrypted`, or the platform's word. */
  note: string | null;
  /** Another app controls the conversation. */
  isStandby: boolean;
};

/** The conversation with the person before this event; undefined when it is the first. */
export type ConversationState = {
  isActive: boolean;
  /** They came by an ad: the platform lets us write until then. */
  adOpenUntil: Date | null;
  pausedUntil: Date | null;
  optedOutAt: Date | null;
  /** When automatic replies were queued for this person within the last hour. */
  recentReplies: Date[];
  /** When each response or rule last answered this person, by `cooldownKey`. */
  lastAnswered: ReadonlyMap<string, Date>;
  /** When each rule last notified the owner about this person, by its id. */
  lastNotices: ReadonlyMap<string, Date>;
  /** The person had written before (a message, not a comment). */
  hasWritten: boolean;
  /** They have had a reply, automatic or by hand: a greeting comes too late. */
  wasAnswered: boolean;
};

/** What the account and the creator's plan allow at this moment. */
export type AccountState = {
  /** Whose account it is on the platform: what it writes itself is never answered. */
  platformUserId: string;
  isActive: boolean;
  /** The platform lets comments be answered. */
  answersComments: boolean;
  /** Automatic replies that the plan still has room for this month; null: any number. */
  repliesLeft: number | null;
};

/** What answers or acts. */
export type Answer = { response: ActiveResponse } | { rule: ActiveRule };

/** What is done beside a reply, or without one. It writes to nobody, so nothing that forbids a reply forbids it. */
export type Effects = {
  /** Lists that the person is put on. */
  lists: string[];
  /** Tags that the person gets, as far as they are not deleted. */
  tagIds: string[];
  /** On whose account the owner is notified: once for an event, however many ask for it. */
  notifiedBy: Answer | null;
  /** Rules that did nothing else. */
  acted: ActiveRule[];
};

/** Exactly one of these for every event, always the same for the same input. */
export type Decision =
  | {
      do: "REPLY";
      by: Answer;
      text: string;
      productId: string | null;
      /** Written under the comment beside the private reply. */
      publicReply: string | null;
      /** The keyword that matched, as typed by the creator. */
      keyword: string | null;
      effects: Effects;
    }
  /** Nothing replies, but something was done. */
  | { do: "ACT"; outcome: "LISTED" | "OWNER_NOTIFIED"; by: { rule: ActiveRule }; effects: Effects }
  /** `language`: of the word, where it belongs to one. */
  | { do: "OPT_OUT"; language: ReplyLanguage | undefined }
  | { do: "HAND_OVER"; language: ReplyLanguage | undefined }
  | { do: "OPT_IN" }
  /** `by`: what would have answered. `effects`: what was done nevertheless. */
  | {
      do: "NOTHING";
      outcome: Exclude<
        EventOutcome,
        | "QUEUED"
        | "SENT"
        | "SEND_FAILED"
        | "SEND_UNKNOWN"
        | "LISTED"
        | "OWNER_NOTIFIED"
        | "OPTED_OUT"
        | "OPTED_IN"
        | "HANDED_OVER"
      >;
      by?: Answer;
      effects?: Effects;
    };
