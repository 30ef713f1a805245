import { commentIsOver, messageWindowMs } from "#server/features/social/engine/reply-windows.ts";
import type { Refusal } from "#server/platforms/social-platform.ts";
import type { SendResultRow } from "./record-results.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What is known of a queued message and the person it is for, just before it is sent. */
export type QueuedSend = {
  purpose: "REPLY" | "PUBLIC_REPLY" | "BY_HAND" | "CART" | "CONFIRMATION";
  commentId: string | null;
  isLive: boolean;
  createdAt: Date;
  /** When the comment was written, or the message that is answered. */
  occurredAt: Date | null;
  /** PUBLIC_REPLY: what became of the private answer that it tells of. */
  privateState: string | null;
  /** CART: it was paid, stopped or unsubscribed since, or somebody is in its checkout. */
  isCartOver: boolean;
  /** The rest is of the conversation. */
  isActive: boolean | null;
  pausedUntil: Date | null;
  optedOutAt: Date | null;
  lastInboundAt: Date | null;
  adOpenUntil: Date | null;
};

/** Why a message must not be sent any more, in words that follow 'The reply could not be sent: '. */
export function tooLateFor(send: QueuedSend, account: { isActive: boolean }, now: Date): string | undefined {
  const isOlder = (moment: Date, ms: number) => now.getTime() - moment.getTime() >= ms;
  // An answer to a comment has days: a post that thousands comment on takes them at the platform's pace.
  if (send.commentId !== null) {
    const over = commentIsOver({ isLive: send.isLive, writtenAt: send.occurredAt ?? send.createdAt }, now);
    if (over) return over;
  } else if (isOlder(send.createdAt, messageWindowMs)) return "it could not be sent within 24 hours";
  if (send.purpose === "BY_HAND") return undefined;
  if (send.isCartOver) return "they bought it, came back to the checkout or said no before it was sent";
  if (!account.isActive) return "the account was switched off";
  // It is sent for the very reason that nothing else is.
  if (send.purpose === "CONFIRMATION") return windowRefusal(send, isOlder);
  if (send.isActive === false) return "automation was switched off in this conversation";
  if (send.optedOutAt) return "they wrote STOP before it was sent";
  if (send.pausedUntil && send.pausedUntil > now) return "you answered by hand before it was sent";
  if (send.purpose === "PUBLIC_REPLY")
    return send.privateState === "SENT" ? undefined : "the private answer did not arrive";
  if (send.commentId !== null || (send.adOpenUntil && send.adOpenUntil > now)) return undefined;
  return windowRefusal(send, isOlder);
}

function windowRefusal(
  { lastInboundAt, occurredAt }: QueuedSend,
  isOlder: (moment: Date, ms: number) => boolean,
): string | undefined {
  const wroteAt = lastInboundAt ?? occurredAt;
  return !wroteAt || isOlder(wroteAt, messageWindowMs) ? refusals.WINDOW_CLOSED : undefined;
}

/** Why a platform did not deliver a message, in the same words. */
const refusals: Record<Refusal, string> = {
  RATE_LIMITED: "the platform asks for a rest; it is tried again",
  NOT_REACHED: "the platform could not be reached; it is tried again",
  WINDOW_CLOSED: "the platform's 24-hour window had closed",
  ALREADY_ANSWERED: "the comment has its one private answer already",
  PERSON_UNAVAILABLE: "this person cannot be written to",
  TOKEN_INVALID: "the account has to be connected again",
  ACCOUNT_RESTRICTED: "the platform has restricted the account",
  MESSAGE_ACCESS_OFF: "access to messages is switched off on the platform",
  NO_CREDITS: "the platform's credits are used up",
  PERMISSION_MISSING:
    "a permission is missing on the platform. Reconnect the account and allow everything it asks for; if that changes nothing, tell whoever runs this site",
  OTHER_APP:
    "another app is in charge of this conversation. Disconnect it in the platform's settings, or let it answer",
  NOT_ACCEPTED: "the platform did not accept it",
};

/** What keeps the account from sending anything, where a refusal says so. */
const problems: Partial<Record<Refusal, NonNullable<SendResultRow["problem"]>>> = {
  TOKEN_INVALID: "RECONNECT",
  ACCOUNT_RESTRICTED: "RESTRICTED",
  MESSAGE_ACCESS_OFF: "MESSAGE_ACCESS_OFF",
  NO_CREDITS: "NO_CREDITS",
  PERMISSION_MISSING: "PERMISSION_MISSING",
};

/** An account with a problem that nobody tells us the end of tries again after this time. */
const problemPauseMs = 10 * minuteMs;

/** What is written of a refusal. `attempts` counts the one that was refused. */
export function ofRefusal(
  refusal: Refusal,
  attempts: number,
  retryAfterSeconds: number | undefined,
  now: Date,
): Pick<SendResultRow, "state" | "failure"> & Partial<SendResultRow> {
  const failure = refusals[refusal];
  if (refusal === "RATE_LIMITED" || refusal === "NOT_REACHED") {
    const rest = Math.max(1, retryAfterSeconds ?? restSeconds(refusal, attempts));
    const dueAt = new Date(now.getTime() + Math.min(rest * 1_000, hourMs));
    return { state: "QUEUED", failure, dueAt, pausedUntil: dueAt };
  }
  const problem = problems[refusal] ?? null;
  const rests = problem !== null && problem !== "RECONNECT";
  return {
    state: "FAILED",
    failure,
    problem,
    pausedUntil: rests ? new Date(now.getTime() + problemPauseMs) : null,
  };
}

const restSeconds = (refusal: Refusal, attempts: number): number =>
  refusal === "RATE_LIMITED"
    ? Math.min(60 * 2 ** (attempts - 1), 900)
    : Math.min(5 * 3 ** (attempts - 1), 600);
