import { and, eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import type { CardError } from "#server/database/schema/sandbox.ts";
import { sandboxPaymentMethods } from "#server/database/schema/sandbox.ts";
import { sandboxSetupIntents, sandboxSubscriptions } from "#server/database/schema/sandbox-subscriptions.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { CardChange } from "#server/payments/subscription-gateway.ts";
import { newToken, sameText } from "#server/secrets/secrets.ts";
import { type CardField, checkCard, type TypedCard } from "./card-check.ts";
import { idempotencyConflict, newId, unexpectedState } from "./intents.ts";
import type { SubscriptionRow } from "./subscription-rows.ts";
import { behaviourNamed } from "./test-cards.ts";

export type ConfirmedSetup = {
  status: "requires_payment_method" | "succeeded";
  error?: CardError & { field?: CardField };
};

/** A place for the browser to put a new card; once per key. */
export async function startCardChange(
  db: Db,
  subscription: string,
  idempotencyKey: string,
  now: Date,
): Promise<CardChange> {
  const found = await db.query.sandboxSubscriptions.findFirst({
    where: eq(sandboxSubscriptions.id, subscription),
  });
  if (!found) throw new GatewayError("resource_missing", "No such subscription");
  const id = newId("seti");
  await db
    .insert(sandboxSetupIntents)
    .values({
      id,
      clientSecret: `${id}_secret_${newToken()}`,
      subscription,
      idempotencyKey,
      createdAt: now,
    })
    .onConflictDoNothing();
  const setup = await db.query.sandboxSetupIntents.findFirst({
    where: eq(sandboxSetupIntents.idempotencyKey, idempotencyKey),
  });
  if (setup?.subscription !== subscription) throw idempotencyConflict();
  return { setupIntentId: setup.id, clientSecret: setup.clientSecret };
}

/** Whether a setup is a member's other card; the setup of a trial is an intent like a payment. */
export const isCardChange = async (db: Db, id: string): Promise<boolean> =>
  id.startsWith("seti_") && (await db.$count(sandboxSetupIntents, eq(sandboxSetupIntents.id, id))) > 0;

/**
 * Keeps a card for a membership, or says why not. The sandbox's banks ask nothing when a card is only kept. Throws
 * `resource_missing` when id and secret do not match.
 */
export async function confirmSetup(
  db: Db,
  input: { id: string; clientSecret: string; card: TypedCard; now: Date },
): Promise<ConfirmedSetup> {
  const setup = await db.query.sandboxSetupIntents.findFirst({ where: eq(sandboxSetupIntents.id, input.id) });
  if (!setup || !sameText(setup.clientSecret, input.clientSecret))
    throw new GatewayError("resource_missing", "No such setup_intent");
  const card = checkCard(input.card, input.now);
  if ("error" in card) return { status: setup.status, error: { ...card.error, field: card.field } };
  const { pays } = behaviourNamed(card.behaviour);
  const paymentMethod = newId("pm");
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(sandboxSetupIntents)
      .set(
        pays.kind === "declines"
          ? { lastError: pays.error }
          : { status: "succeeded", paymentMethod, lastError: null },
      )
      .where(
        and(eq(sandboxSetupIntents.id, setup.id), eq(sandboxSetupIntents.status, "requires_payment_method")),
      )
      .returning();
    // Another card was quicker, and is the one that counts.
    if (!changed) return { status: "succeeded" };
    if (pays.kind === "declines") return { status: "requires_payment_method", error: pays.error };
    const { behaviour, brand, last4, expiresAt } = card;
    await tx
      .insert(sandboxPaymentMethods)
      .values({ id: paymentMethod, behaviour, brand, last4, expiresAt, createdAt: input.now });
    return { status: "succeeded" };
  });
}

/** The card that a setup of this membership kept; refused until there is one. */
export async function getConfirmedCard(
  tx: Db,
  { id }: SubscriptionRow,
  setupIntentId: string,
): Promise<string> {
  const setup = await tx.query.sandboxSetupIntents.findFirst({
    where: and(eq(sandboxSetupIntents.id, setupIntentId), eq(sandboxSetupIntents.subscription, id)),
  });
  if (!setup) throw new GatewayError("resource_missing", "No such setup_intent");
  if (!setup.paymentMethod) throw unexpectedState("lend its card", setup.status);
  return setup.paymentMethod;
}
