import { z } from "zod";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { defineJob } from "#server/jobs/job.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import {
  beginErasing,
  claimReminders,
  isAnyDeletionDue,
  lockCreator,
  recordDone,
  recordErased,
  selectDueDeletions,
} from "./deletion-rows.ts";
import { endContracts } from "./end-contracts.ts";
import { eraseFiles } from "./erase-files.ts";
import { eraseLastMail, eraseMails, goneEvent, isMailOnItsWay } from "./erase-mails.ts";
import { eraseRows } from "./erase-rows.ts";
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
  schedule: "58 * * * *",
  due: isAnyDeletionDue,
  pauseSeconds: 300,
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
    eraseMails,
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
  // What was queued before the address went has to leave by it, and is tried for hours.
  else if (!(await isMailOnItsWay(pool, ownerId))) {
    await eraseLastMail(pool, ownerId);
    await recordDone(pool, ownerId);
  }
}

type State = "ASKED" | "ERASING" | "ERASED" | "DONE";

/** From here on it can be taken back no more; while anything is owed it does not begin. */
async function begin({ pool, clock }: Services, ownerId: string): Promise<State> {
  const isOwing = async (client: Queryable) =>
    (await listObligations(client, ownerId, clock.now())).some(({ blocks }) => blocks);
  const [{ state } = { state: "DONE" as const }] = await selectState(pool, ownerId);
  // It may wait like this for months, and nobody's sale or sign-in waits meanwhile.
  if (state !== "ASKED" || (await isOwing(pool))) return state;
  return inTransaction(pool, async (client) => {
    await lockCreator(client, ownerId);
    if (!(await isOwing(client)) && (await beginErasing(client, ownerId, clock.now())).length > 0)
      await signEverybodyOut(client, ownerId);
    const [found] = await selectState(client, ownerId);
    return found?.state ?? "DONE";
  });
}

const signEverybodyOut = statement("leaving_sign_everybody_out")<never, [ownerId: string]>(
  "delete from sessions where user_id = $1",
);

const selectState = statement("leaving_select_deletion_state")<{ state: State }, [ownerId: string]>(
  "select state from account_deletions where owner_id = $1",
);
