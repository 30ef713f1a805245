import type { EventOutcome } from "#contract/social/social-accounts.ts";
import { momentText } from "#contract/dates.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

type OutcomeText = {
  /** For figures and filters: "Answered automatically". */
  label: string;
  /** The whole reason, where it is more than the label; a detail of the event may follow it. */
  sentence?: string;
  tone: BadgeTone;
};

/** How every event can have ended, in plain words. */
export const outcomeTexts: Readonly<Record<EventOutcome, OutcomeText>> = {
  QUEUED: { label: "Reply on its way", tone: "info" },
  SENT: { label: "Answered automatically", tone: "success" },
  SEND_FAILED: { label: "The reply could not be sent", tone: "destructive" },
  SEND_UNKNOWN: {
    label: "The reply may not have arrived",
    sentence: "The reply may not have arrived. It is not sent again, so that nobody gets it twice",
    tone: "warning",
  },
  LISTED: { label: "Added to a list or tagged", tone: "success" },
  OWNER_NOTIFIED: { label: "You were notified", tone: "success" },
  OPTED_OUT: {
    label: "Wrote STOP",
    sentence: "They wrote STOP: nothing is answered automatically until they write START",
    tone: "warning",
  },
  OPTED_IN: {
    label: "Wrote START",
    sentence: "They wrote START: messages are answered automatically again",
    tone: "success",
  },
  NO_MATCH: { label: "No keyword or rule matched", tone: "neutral" },
  NO_TEXT: { label: "No text to match", sentence: "There was no text to match a keyword", tone: "neutral" },
  ACCOUNT_OFF: { label: "Account switched off", sentence: "This account is switched off", tone: "warning" },
  CONVERSATION_OFF: {
    label: "Automation off here",
    sentence: "Automation is switched off in this conversation",
    tone: "warning",
  },
  CREATOR_ANSWERS: {
    label: "You answered by hand",
    sentence: "You answered by hand: automation rests",
    tone: "warning",
  },
  PERSON_OPTED_OUT: {
    label: "They opted out",
    sentence: "They wrote STOP before, and no START since",
    tone: "warning",
  },
  WINDOW_CLOSED: { label: "Outside the 24-hour window", tone: "warning" },
  PLAN_LIMIT: {
    label: "Plan limit reached",
    sentence: "Plan limit reached: 50 automatic replies this month",
    tone: "destructive",
  },
  HOURLY_LIMIT: {
    label: "Hourly limit reached",
    sentence: "Limit reached: 10 automatic replies an hour in one conversation",
    tone: "warning",
  },
  COOLDOWN: {
    label: "Answered the same already",
    sentence: "They got this same reply a short while ago",
    tone: "neutral",
  },
  NOT_ALLOWED: {
    label: "Not allowed by the platform",
    sentence: "The platform does not allow a reply here",
    tone: "warning",
  },
  ENCRYPTED: {
    label: "Encrypted",
    sentence: "Encrypted by the platform: keywords cannot be read",
    tone: "warning",
  },
  OWN_MESSAGE: { label: "Your own message", tone: "neutral" },
  DELETED: { label: "This message was deleted", tone: "neutral" },
  UNSUPPORTED: { label: "Needs no reply", tone: "neutral" },
  HANDED_OVER: {
    label: "Asked for a person",
    sentence: "They asked for a person: automation is paused so that you can answer",
    tone: "warning",
  },
  OTHER_APP: {
    label: "Another app answers",
    sentence: "Another app answered, or controls this conversation",
    tone: "warning",
  },
};

type Ended = {
  outcome: EventOutcome | null;
  outcomeDetail?: string | null;
  /** What was done beside a reply. */
  listedIn?: readonly string[];
  taggedWith?: readonly string[];
  ownerNotified?: boolean;
};

/**
 * What became of an event and why, as one sentence without its full stop: "You answered by hand: automation rests until
 * Nov 22, 4:30 PM". Null: nothing has been decided yet.
 */
export function outcomeReason(
  { listedIn = [], taggedWith = [], ownerNotified = false, ...event }: Ended,
  zone: string,
): string {
  const tagged = taggedWith.length > 0 && `Tagged ${taggedWith.join(", ")}`;
  // A rule that only tags ends as one that lists does.
  if (event.outcome === "LISTED" && listedIn.length === 0 && tagged)
    return [tagged, ownerNotified && "You were notified"].filter(Boolean).join(". ");
  const also = [
    event.outcome !== "LISTED" && listedIn.length > 0 && `Added to ${listedIn.join(", ")}`,
    tagged,
    event.outcome !== "OWNER_NOTIFIED" && ownerNotified && "You were notified",
  ].filter(Boolean);
  return [reasonOf(event, zone), ...also].join(". ");
}

function reasonOf({ outcome, outcomeDetail }: Ended, zone: string): string {
  if (outcome === null) return "Being looked at";
  const { label, sentence = label } = outcomeTexts[outcome];
  const detail = outcomeDetail?.trim().replace(/\.$/, "");
  if (outcome === "LISTED" && detail) return `Added to a list: ${detail}`;
  if (!detail || sentence.toLowerCase().includes(detail.toLowerCase())) return sentence;
  if (outcome === "CREATOR_ANSWERS") return `${sentence} ${withMoments(detail, zone)}`;
  return `${sentence}: ${withMoments(detail, zone)}`;
}

/** Moments in a detail travel as ISO text, and are shown in the creator's zone. */
const withMoments = (detail: string, zone: string) =>
  detail.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (moment) => momentText(moment, zone));
