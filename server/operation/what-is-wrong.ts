import { spareBytes } from "#server/files/disk-room.ts";
import type { SystemState } from "./system-state.ts";

/** What waits longer than this is stuck: each is far above what it takes on a bad day. */
const patience = { outboxSeconds: 60, jobSeconds: 300, mailSeconds: 600, webhookSeconds: 300 };

/** What is wrong with an installation that serves, each in a sentence that tells nobody anything of anybody. */
export function whatIsWrong(state: SystemState): string[] {
  const { workers, outbox, mails, webhooks, queues, files, refusedAccounts, freeBytes = Infinity } = state;
  const failing = queues.filter((queue) => queue.failing > 0);
  const failed = queues.filter((queue) => queue.failed > 0);
  const late = queues.filter(({ oldestSeconds }) => oldestSeconds > patience.jobSeconds);
  const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).join(", ");
  return [
    ...(workers === 0 ? ["No worker runs: nothing is sent, and payments complete late"] : []),
    ...(outbox.oldestSeconds > patience.outboxSeconds
      ? [`What was queued ${outbox.oldestSeconds} s ago has not been taken over by a worker`]
      : []),
    ...(late.length > 0 ? [`Jobs that are due have not begun for minutes: ${names(late)}`] : []),
    ...(failing.length > 0 ? [`Jobs fail again and again: ${names(failing)}`] : []),
    ...(failed.length > 0
      ? [`Jobs failed for good and wait for a decision (npm run failures): ${names(failed)}`]
      : []),
    ...(mails.oldestSeconds > patience.mailSeconds
      ? [`A mail that is due has waited for ${mails.oldestSeconds} s`]
      : []),
    ...(mails.failed > 0 ? ["Mails failed for good and wait for a decision (npm run failures)"] : []),
    ...(webhooks.oldestSeconds > patience.webhookSeconds
      ? [`News of a payment has waited for ${webhooks.oldestSeconds} s`]
      : []),
    ...refusedAccounts.map(
      ({ platform, code, accounts }) =>
        `${platform} refuses the messages of ${accounts === 1 ? "1 account" : `${accounts} accounts`}: a permission is missing${code ? ` (error ${code})` : ""}. See 'Messages that Meta refuses' in docs/going-live.md`,
    ),
    ...(freeBytes < spareBytes
      ? [
          `The disk of the data folder is full (${Math.floor(freeBytes / 1_048_576)} MB left): uploads are refused`,
        ]
      : []),
    ...(files ? [] : ["The file store does not answer: uploads and downloads fail"]),
  ];
}
