import { sqlState, type Db } from "#server/database/client.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { SubscriptionGateway } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import { beginPeriod } from "./bill-subscriptions.ts";
import { getConfirmedCard, startCardChange } from "./card-setup.ts";
import { createSubscription } from "./create-subscription.ts";
import { changePlan, previewPlan, refusedPlan } from "./change-plan.ts";
import { findFirstAnswer, saveFirstAnswer } from "./first-answer.ts";
import { fingerprint, idempotencyConflict, unexpectedState } from "./intents.ts";
import { changeSubscription, chargeInvoice, endSubscription, type Moment, recordChange } from "./invoices.ts";
import { nextPlanFields, noNextPlan } from "./next-plan.ts";
import { settlePaidInvoices } from "./settle-invoice.ts";
import {
  getInvoiceRow,
  paidInvoiceRows,
  invoiceOf,
  isBeingPaid,
  lockSubscription,
  readSubscription,
  type SubscriptionRow,
} from "./subscription-rows.ts";

type Dependencies = Pick<Services, "db" | "pool" | "clock">;
type Change = (tx: Db, row: SubscriptionRow, moment: Moment) => Promise<void>;

/** Memberships in the sandbox; what falls due is done by `billWhatIsDue`. */
export function openSandboxSubscriptions(services: Dependencies): SubscriptionGateway {
  const { db, pool, clock } = services;
  const change = (id: string, key: string, parameters: unknown[], what: Change) =>
    changeOnce(services, id, key, fingerprint(id, ...parameters), what, (tx) => readSubscription(tx, id));

  return {
    async createSubscription(input) {
      const made = await createSubscription(services, input);
      wakeListeners(pool, "sandbox_events");
      return made;
    },
    getSubscription: (id) => readSubscription(db, id),
    getInvoice: async (id) => invoiceOf(db, await getInvoiceRow(db, id)),
    listPaidInvoices: async (id, since) => {
      const rows = await paidInvoiceRows(db, id, since);
      return Promise.all(rows.map((row) => invoiceOf(db, row)));
    },
    cancelSubscription: (id, when, key) =>
      change(id, key, ["cancel", when], when === "NOW" ? cancelNow : cancelAtPeriodEnd),
    keepSubscription: (id, key) =>
      change(id, key, ["keep"], async (tx, row, moment) => {
        mustRun(row, "be kept");
        await set(tx, row, { cancelAtPeriodEnd: false }, moment);
      }),
    pauseSubscription: (id, until, key) =>
      change(id, key, ["pause", until], async (tx, row, moment) => {
        if (row.status !== "active") throw unexpectedState("be paused", row.status);
        const nextStepAt = until < row.currentPeriodEnd ? until : row.currentPeriodEnd;
        await set(tx, row, { pausedUntil: until, nextStepAt }, moment);
      }),
    resumeSubscription: (id, key) => change(id, key, ["resume"], resume),
    previewPlan: (id, plan) => previewPlan(db, id, plan),
    changePlan: (id, plan, key) =>
      changeOnce(
        services,
        id,
        key,
        fingerprint(id, "plan", plan),
        (tx, row, moment) => changePlan(tx, row, plan, moment),
        async () => ({ isMoved: true as const }),
      ).catch(refusedPlan),
    setNextPlan: (id, plan, key) =>
      change(id, key, ["next plan", plan], async (tx, row, moment) => {
        if (plan && (row.status !== "active" || row.cancelAtPeriodEnd))
          throw unexpectedState("change its next plan", row.status);
        const fields = nextPlanFields(row, plan);
        if (fields.nextInterval !== row.nextInterval || fields.nextPrice !== row.nextPrice)
          await set(tx, row, fields, moment);
      }),
    payInvoice: async (id, key) => {
      const { subscription } = await getInvoiceRow(db, id);
      const pay: Change = async (tx, row, moment) => {
        const invoice = await getInvoiceRow(tx, id);
        if (invoice.status === "paid") return;
        if (invoice.status !== "open" || row.status === "incomplete")
          throw unexpectedState("be paid", row.status);
        await chargeInvoice(tx, row, invoice, moment);
      };
      return changeOnce(services, subscription, key, fingerprint(id, "pay"), pay, async (tx) =>
        invoiceOf(tx, await getInvoiceRow(tx, id)),
      );
    },
    startCardChange: (id, key) => startCardChange(db, id, key, clock.now()),
    finishCardChange: (id, setupIntentId, key) =>
      change(id, key, ["card", setupIntentId], async (tx, row, moment) => {
        mustRun(row, "change its card");
        await set(tx, row, { paymentMethod: await getConfirmedCard(tx, row, setupIntentId) }, moment);
      }),
  };
}

/** Changes a membership under its lock, once per key; a key that comes again gets its first answer. */
async function changeOnce<Answer>(
  services: Dependencies,
  id: string,
  key: string,
  print: string,
  change: Change,
  read: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  await settlePaidInvoices(services);
  const now = services.clock.now();
  const moment = { at: now, now };
  try {
    const answer = await services.db.transaction(async (tx) => {
      const row = await lockSubscription(tx, id);
      // Looked for under the lock: who waited here for the same key finds it.
      const known = await findFirstAnswer<Answer>(tx, key, print);
      if (known) return known;
      await change(tx, row, moment);
      const answer = await read(tx);
      await saveFirstAnswer(tx, key, print, answer, moment.now);
      return answer;
    });
    wakeListeners(services.pool, "sandbox_events");
    return answer;
  } catch (error) {
    // The key was used for another membership meanwhile.
    if (sqlState(error) === "23505") throw idempotencyConflict();
    throw error;
  }
}

const cancelNow: Change = async (tx, row, moment) => {
  if (row.status === "canceled" || row.status === "incomplete_expired") return;
  if (await isBeingPaid(tx, row.id))
    throw unexpectedState("be cancelled: its bill is being paid", row.status);
  await endSubscription(tx, row, moment);
};

const cancelAtPeriodEnd: Change = async (tx, row, moment) => {
  if (row.status === "canceled") return;
  mustRun(row, "be cancelled");
  if (!row.cancelAtPeriodEnd) await set(tx, row, { cancelAtPeriodEnd: true, ...noNextPlan }, moment);
};

const resume: Change = async (tx, row, moment) => {
  if (row.status === "trialing") throw unexpectedState("be resumed", row.status);
  mustRun(row, "be resumed");
  if (!row.pausedUntil) return;
  await set(tx, row, { pausedUntil: null, nextStepAt: row.currentPeriodEnd }, moment);
  if (row.currentPeriodEnd <= moment.at) await beginPeriod(tx, { ...row, pausedUntil: null }, moment);
};

function mustRun(row: SubscriptionRow, verb: string): void {
  if (row.status !== "active" && row.status !== "past_due" && row.status !== "trialing")
    throw unexpectedState(verb, row.status);
}

async function set(tx: Db, row: SubscriptionRow, fields: Partial<SubscriptionRow>, { now }: Moment) {
  await recordChange(tx, "customer.subscription.updated", await changeSubscription(tx, row, fields), now);
}
