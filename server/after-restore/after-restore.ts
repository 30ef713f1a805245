import { endAllSignIns } from "#server/features/accounts/end-all-sign-ins.ts";
import { recordMadePayouts } from "#server/features/affiliates/record-made-payouts.ts";
import { holdPayouts } from "#server/features/payouts/held-payouts.ts";
import { postponeDeletions } from "#server/features/leaving/deletion/deletion-rows.ts";
import { recordMadeTransfers } from "#server/features/payouts/record-made-transfers.ts";
import { processRound } from "#server/features/social/engine/inbox/creator-turns.ts";
import { markUnanswered } from "#server/features/social/engine/send/reconcile-sends.ts";
import { statement } from "#server/database/statement.ts";
import { closeUnansweredPromotions } from "#server/mail/promotions/send-promotions.ts";
import type { ListedTransfer } from "#server/payments/payout-gateway.ts";
import type { Services } from "#server/services.ts";
import { replayEvents } from "./replay-events.ts";
import { countHeld, lanes } from "./lanes.ts";

/** News of a payment may have been on its way when the backup was made, and clocks differ. */
const marginMs = 3_600_000;
const dayMs = 86_400_000;

export type Outcome = {
  /** What the provider told again: how much of it was new here, and how much could not be dealt with. */
  events: { replayed: number; failed: number };
  /** What happened before this moment it does not remember; undefined where it told of all that is lost. */
  unknownUntil: Date | undefined;
  /** Transfers at the provider that fit nothing here: a person has to look at them before payouts are released. */
  unknownTransfers: string[];
  held: Record<keyof typeof lanes, number>;
};

/**
 * For a database that was set back to the moment `to`, before anything else runs on it. What may have left since, by mail, message or
 * transfer, waits for a person; whatever the payment provider did since is asked for and written down; what fell due since
 * is worked off by `runDueJobs`, which sends nothing, and waits too. Sign-ins have ended. May be repeated until the shop is
 * started.
 */
export async function afterRestore(
  services: Services,
  { to, runDueJobs }: { to: Date; runDueJobs: () => Promise<void> },
): Promise<Outcome> {
  const { pool, payments, clock } = services;
  await holdEverything(services);
  await holdPayouts(pool, to, clock.now());
  await endAllSignIns(pool);
  // Whoever kept their account in the time that is lost hears of it again, and can say so again.
  await postponeDeletions(pool, clock.now());
  const since = new Date(to.getTime() - marginMs);
  // Payments and refunds before everything that is decided by them.
  const events = await replayEvents(services, since);
  const remembered = payments.eventDays && new Date(clock.now().getTime() - payments.eventDays * dayMs);
  const unknownUntil = remembered && remembered > to ? remembered : undefined;
  const unknownTransfers: string[] = [];
  if (payments.provider !== "none") {
    const made: ListedTransfer[] = [];
    for await (const transfer of payments.payouts.listTransfers(since)) made.push(transfer);
    unknownTransfers.push(...(await recordMadeTransfers(services, made)));
    unknownTransfers.push(...(await recordMadePayouts(services, made)));
  }
  await decideOnMessages(services);
  await runDueJobs();
  await holdEverything(services);
  return { events, unknownUntil, unknownTransfers, held: await countHeld(pool) };
}

/** The jobs that bring something out of the shop: not among those that fell due before somebody looked. */
export const sendingJobs: ReadonlySet<string> = new Set([
  "send-mail",
  "send-promotions",
  "push-news",
  "pass-on-payments",
  "send-payout-transfers",
]);

async function holdEverything(services: Services): Promise<void> {
  const { pool, clock } = services;
  const now = clock.now();
  // What was on its way may have arrived, and is not sent again.
  await closeUnansweredPromotions(services);
  await markUnanswered(services, now);
  for (const lane of Object.values(lanes)) await lane.hold(pool, now);
  // A browser that was told so before is not told again; what it was told of stands on the desk.
  await deletePushes(pool);
}

/** What people wrote before is answered, and the answers wait. */
async function decideOnMessages(services: Services): Promise<void> {
  while ((await processRound(services, () => {})) > 0);
}

const deletePushes = statement("restore_delete_pushes")<never, []>(
  "delete from job_outbox where name = 'push-news'",
);
