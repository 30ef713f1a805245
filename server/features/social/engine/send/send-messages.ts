import type pg from "pg";
import { groupCommit } from "#server/database/group-commit.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import type { OutgoingMessage, SendResult } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { type Claim, type ClaimedSend, claimSends } from "./claim-sends.ts";
import { recordResults, sendResult, type SendResultRow } from "./record-results.ts";
import { ofRefusal } from "./why-not-sent.ts";

/** Adapters answer within ten seconds; one that does not is not waited for. */
const patienceMs = 15_000;

/**
 * One turn of an account: claims its next messages, sends them at once, and writes what became of each. Answers how many
 * there were, and when the platform's limits allow more where they allow none now.
 */
export async function sendMessages(
  services: Services,
  accountId: string,
): Promise<{ handled: number; moreAt: Date | undefined }> {
  const { claim, handled, moreAt } = await claimSends(services, accountId);
  if (claim) await Promise.all(claim.sends.map((send) => sendOne(services, claim, send)));
  return { handled, moreAt };
}

async function sendOne(services: Services, { platform, account }: Claim, send: ClaimedSend): Promise<void> {
  const result = await answerOf(platform.send(account, messageOf(send)));
  const row = resultRow(send, result, services.clock.now());
  if (row.problem)
    services.log.warn(
      { platform: platform.name, problem: row.problem, code: row.providerError?.code },
      "a platform refuses an account's messages",
    );
  try {
    await recorderOf(services)(row);
  } catch (error) {
    // It stays SENDING, and a minute later the platform is asked what became of it.
    services.log.error({ err: error, sendId: send.id }, "the result of a message was not written");
  }
}

const messageOf = ({ id, purpose, commentId, recipientId, text, button }: ClaimedSend): OutgoingMessage => ({
  sendId: id,
  to: !commentId
    ? { kind: "PERSON", personId: recipientId }
    : purpose === "PUBLIC_REPLY"
      ? { kind: "COMMENT_PUBLICLY", commentId }
      : { kind: "COMMENT_PRIVATELY", commentId, personId: recipientId },
  text,
  button,
  byHand: purpose === "BY_HAND",
});

/** Whatever an adapter does, there is an answer, and one that is not clear says so. */
async function answerOf(sending: Promise<SendResult>): Promise<SendResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SendResult>((resolve) => {
    timer = setTimeout(() => resolve({ status: "unknown", message: "no answer in time" }), patienceMs);
  });
  return Promise.race([sending, late])
    .catch((error: unknown): SendResult => ({ status: "unknown", message: String(error) }))
    .finally(() => clearTimeout(timer));
}

function resultRow({ id, attempts }: ClaimedSend, result: SendResult, now: Date): SendResultRow {
  const attempt = attempts;
  if (result.status === "sent")
    return sendResult(id, "SENT", { attempt, providerMessageId: result.messageId });
  const providerError = providerErrorOf(result);
  // Due: the platform is asked about it.
  if (result.status === "unknown") return sendResult(id, "UNKNOWN", { attempt, dueAt: now, providerError });
  const { state, ...fields } = ofRefusal(result.refusal, attempts, result.retryAfterSeconds, now);
  return sendResult(id, state, { ...fields, attempt, providerError });
}

const longestError = 300;

/** What is kept of the platform's own words. An adapter takes tokens out of them. */
const providerErrorOf = ({ error, message }: Exclude<SendResult, { status: "sent" }>) => ({
  code: error?.code.slice(0, 40) ?? null,
  message: (error?.message || message).replaceAll("\0", "").slice(0, longestError).toWellFormed(),
});

const recorders = new WeakMap<pg.Pool, (row: SendResultRow) => Promise<void>>();

/** Results that come at the same moment are written together. One write at a time: two could wait for each other's rows. */
function recorderOf({ pool, clock, outcomes }: Services): (row: SendResultRow) => Promise<void> {
  const existing = recorders.get(pool);
  if (existing) return existing;
  const recorder = groupCommit<SendResultRow>(
    (rows) =>
      outcomes.write(`messages from ${rows[0]?.sendId}`, () =>
        inTransaction(pool, (client) => recordResults(client, rows, clock.now())),
      ),
    { maxWrites: 1 },
  );
  recorders.set(pool, recorder);
  return recorder;
}
