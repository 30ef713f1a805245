import { z } from "zod";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { defineJob } from "#server/jobs/job.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import {
  beginErasing,
  claimReminders,
  lockCreator,
  recordDone,
  recordErased,
  selectDueDeletions,
} from "./deletion-rows.ts";
import { endContracts } from "./end-contracts.ts";
import { eraseFiles } from "./erase-files.ts";
import { eraseMailsOf, eraseRows } from "./erase-rows.ts";
import { listObligations } from "./obligations.ts";
import { refundUndeliverable } from "./refund-undeliverable.ts";
import { removeProducts } from "./remove-products.ts";
import { buryCreator } from "./tombstone.ts";

/**
 * Deletes the accounts whose time has come. Each step looks for what is left of it and bears repetition, so that two workers
 * at once, and one that is killed between any two steps, end with the same; what fails is tried again in five minutes.
 */
export const carryOutDeletions = defineJob({
  name: "carry-out-deletions",
  schedule: "*/5 * * * *",
  data: z.object({}),
  limitSeconds: 1_800,
  async handle(services, _, stopping) {
    const { pool, clock, log } = services;
    for (const { ownerId } of await selectDueDeletions(pool, clock.now())) {
      stopping?.throwIfAborted();
      try {
        await carryOut(services, ownerId, stopping);
      } catch (error) {
        stopping?.throwIfAborted();
        // The others do not wait for a provider that does not answer.
        log.error({ err: error, ownerId }, "an account is not deleted yet");
      }
    }
  },
});

/** Says a day before that the account goes. */
export const remindOfDeletions = defineJob({
  name: "remind-of-deletions",
  schedule: "9,39 * * * *",
  data: z.object({}),
  async handle({ pool, clock }) {
    await inTransaction(pool, async (client) => {
      for (const { ownerId, email, dueAt } of await claimReminders(client, clock.now()))
        await queueMail(dbOn(client), {
          event: `account-deletion:${ownerId}:${dueAt.getTime()}`,
          recipient: email,
          template: "account-deletion",
          data: { news: "TOMORROW", ownerId },
        });
    });
  },
});

/** One account, as far as it can be brought now. */
export async function carryOut(services: Services, ownerId: string, stopping?: AbortSignal): Promise<void> {
  const { pool, clock } = services;
  const state = await begin(services, ownerId);
  if (state === "ASKED" || state === "DONE") return;
  const steps: readonly ((services: Services, ownerId: string, stopping?: AbortSignal) => Promise<void>)[] = [
    endContracts,
    refundUndeliverable,
    eraseRows,
    removeProducts,
    eraseFiles,
  ];
  for (const step of steps) {
    await step(services, ownerId, stopping);
    stopping?.throwIfAborted();
  }
  if (state === "ERASING")
    await inTransaction(pool, async (client) => {
      const [creator] = await lockCreator(client, ownerId);
      // Another worker was faster.
      if (!creator) return;
      await queueMail(dbOn(client), {
        event: goneEvent(ownerId),
        recipient: creator.email,
        template: "account-deletion",
        data: { news: "GONE", ownerId },
      });
      await buryCreator(client, ownerId, creator, clock.now());
      await recordErased(client, ownerId, clock.now());
    });
  else {
    // The last mail has to leave before its address can go, and is tried for hours.
    const [waiting] = await selectWaitingMail(pool, goneEvent(ownerId));
    if (waiting) return;
    await eraseMailsOf(pool, ownerId, goneEvent(ownerId));
    await recordDone(pool, ownerId);
  }
}

const goneEvent = (ownerId: string) => `account-deleted:${ownerId}`;

/** From here on it can be taken back no more; while anything is owed it does not begin. */
async function begin(
  { pool, clock }: Services,
  ownerId: string,
): Promise<"ASKED" | "ERASING" | "ERASED" | "DONE"> {
  return inTransaction(pool, async (client) => {
    await lockCreator(client, ownerId);
    const now = clock.now();
    const owed = (await listObligations(client, ownerId, now)).some(({ blocks }) => blocks);
    if (!owed && (await beginErasing(client, ownerId, now)).length > 0)
      await signEverybodyOut(client, ownerId);
    const [deletion] = await selectState(client, ownerId);
    return deletion?.state ?? "DONE";
  });
}

const signEverybodyOut = statement("leaving_sign_everybody_out")<never, [ownerId: string]>(
  "delete from sessions where user_id = $1",
);

const selectState = statement("leaving_select_deletion_state")<
  { state: "ASKED" | "ERASING" | "ERASED" | "DONE" },
  [ownerId: string]
>("select state from account_deletions where owner_id = $1");

const selectWaitingMail = statement("leaving_select_waiting_mail")<never, [event: string]>(
  "select from mail_outbox where event = $1 and state in ('QUEUED', 'WAITING')",
);
