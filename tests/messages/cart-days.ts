import { eq } from "drizzle-orm";
import { saveCartComparison } from "#contract/carts/comparison.ts";
import { saveCartSequence } from "#contract/carts/sequences.ts";
import { abandonedCarts } from "#server/database/schema/carts.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { queueCartMails, queueNextMail } from "#server/features/carts/queue-cart-mails.ts";
import { recordLeftCarts } from "#server/features/carts/record-left-carts.ts";
import { firstSteps } from "#server/features/carts/sequences.ts";
import { settleCarts } from "#server/features/carts/settle-carts.ts";
import { processNow } from "#server/features/social/engine/social-worker.ts";
import { type Mail, MailNotAccepted } from "#server/mail/mailer.ts";
import { closeUnansweredPromotions, sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import type { Services } from "#server/services.ts";
import { createFaults, type Faults } from "#tests/money/faults.ts";
import { type Random, seededRandom } from "#tests/money/random.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeConversation, makeSocialAccount } from "#tests/support/social-factory.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { wrongsOfCarts } from "./cart-ledger.ts";

/** A mail that the mail server has: when, and whether it says so. */
export type Delivered = { to: string; at: number; event: number };
export type CartShop = {
  app: TestApp;
  processes: readonly { faults: Faults; services: Services }[];
  delivered: Delivered[];
  /** What happens at the mail server: probabilities of no answer and of a refusal for the moment. */
  trouble: { random: Random; lost: number; refused: number } | undefined;
};

/** Who left a cart; `end`: when they paid or said no, and how many mails had arrived by then. */
export type Person = { email: string; cartId: string; end?: { mails: number; at: number; isPaid: boolean } };
export type CartDays = { people: Person[]; ownerId: string; productId: string };

/** A mail server that all processes reach, each through its own faults. */
export async function openCartShop(): Promise<CartShop> {
  const app = await testApp();
  const shop: CartShop = { app, processes: [], delivered: [], trouble: undefined };
  const processes = [createFaults(), createFaults()].map((faults) => {
    const services = faults.between(app.services);
    services.mailer = {
      async send(mail: Mail) {
        faults.pass();
        const { trouble } = shop;
        if (trouble?.random.chance(trouble.refused)) throw new MailNotAccepted("4.7.0 try later");
        const arrives = !trouble?.random.chance(trouble.lost) || trouble.random.chance(0.5);
        if (arrives)
          shop.delivered.push({ to: mail.to, at: app.clock.now().getTime(), event: shop.delivered.length });
        faults.pass();
        if (!arrives) throw new Error("the connection was lost");
      },
    };
    return { faults, services };
  });
  return Object.assign(shop, { processes });
}

/**
 * Three random days of a shop whose carts are left, paid, returned to and unsubscribed, with two processes that are killed, mails
 * whose answers are lost, and a clock that leaps. Answers what is wrong when all is quiet. Every fifth has no faults at all.
 */
export async function runCartDays(shop: CartShop, seed: number): Promise<string[]> {
  const { app, processes } = shop;
  const random = seededRandom(seed);
  const faulty = seed % 5 !== 0;
  shop.delivered.length = 0;
  shop.trouble = faulty ? { random, lost: 0.15, refused: 0.15 } : undefined;
  const days = await open(app, random, seed);

  for (let round = 0; round < 30; round++) {
    if (faulty)
      for (const { faults } of processes)
        faults.plan({
          random,
          provider: 0,
          commit: 0.01,
          statement: 0.002,
          killAtCall: random.chance(0.25) ? random.integer(1, 80) : undefined,
        });
    // Some before the processes look, some in the same instant: what is in a process's hands then may still arrive.
    const acting = days.people.filter(({ end }) => !end && random.chance(0.04));
    const isBefore = random.chance(0.5);
    if (isBefore) for (const person of acting) await act(shop, days, person, random);
    await Promise.all([
      ...processes.map(({ services }) => work(services).catch(() => {})),
      ...(isBefore ? [] : acting.map((person) => act(shop, days, person, random))),
    ]);
    if (!isBefore) for (const { end } of acting) if (end) end.mails = shop.delivered.length;
    const dead = processes.filter(({ faults }) => faults.isDead());
    for (const { faults } of processes) faults.heal();
    if (dead.length === processes.length) await closeUnansweredPromotions(app.services);
    app.clock.advance({ minutes: random.chance(0.1) ? random.integer(600, 1_500) : random.integer(5, 240) });
  }
  shop.trouble = undefined;
  for (let hour = 0; hour < 40; hour++) {
    const [first] = processes;
    if (first) await work(first.services);
    app.clock.advance({ minutes: hour < 4 ? 11 : 120 });
  }
  return wrongsOfCarts(shop, days);
}

async function work(services: Services): Promise<void> {
  await recordLeftCarts(services);
  await queueCartMails(services);
  await processNow(services);
  await sendPromotions(services, undefined);
}

async function open(app: TestApp, random: Random, seed: number): Promise<CartDays> {
  const creator = await makeCreator(app, { postalAddress: "1 Long Lane" });
  const product = await makeProduct(app, { ownerId: creator.id });
  const account = await makeSocialAccount(app, { userId: creator.id });
  const dmText = random.chance(0.5) ? "Hi {first_name}" : null;
  const desk = app.as(creator);
  const body = { kind: "LEFT" as const, isOn: true, steps: firstSteps.LEFT, dmText };
  await desk.call(saveCartSequence, { body });
  if (random.chance(0.9)) await desk.call(saveCartComparison, { body: { isOn: true, percent: 50 } });
  app.clock.advance({ minutes: 1 });
  const people: Person[] = [];
  for (let n = 0; n < 10; n++) {
    const email = `p${n}-of-${seed}-${creator.handle}@example.com`;
    const conversation = random.chance(0.4) ? await makeConversation(app, account) : null;
    const leftAt = new Date(app.clock.now().getTime() + random.integer(0, 120) * 60_000);
    const cart = await makeCart(app, product, {
      email,
      leftAt,
      abandonedAt: null,
      conversationId: conversation?.id ?? null,
    });
    people.push({ email, cartId: cart.id });
  }
  return { people, ownerId: creator.id, productId: product.id };
}

/** Somebody pays, says no, comes back to the checkout, or is written to by hand. */
async function act(
  { app, delivered }: CartShop,
  days: CartDays,
  person: Person,
  random: Random,
): Promise<void> {
  const { pool, db, clock } = app.services;
  const { ownerId, productId } = days;
  const done = random.next();
  if (done < 0.4) {
    const product = { id: productId, ownerId, priceCents: 5_000, currency: "usd", title: "Kit" };
    const order = await makeOrder(app, {
      items: [{ product: product as never }],
      email: `paid-${person.email}`,
    });
    await inTransaction(pool, (client) =>
      settleCarts(client, {
        ownerId,
        productIds: [productId],
        email: person.email.replace("@", "+x@"),
        orderId: order.id,
        linkedCartId: random.chance(0.5) ? person.cartId : undefined,
        now: clock.now(),
      }),
    );
    person.end = { mails: delivered.length, at: clock.now().getTime(), isPaid: true };
  } else if (done < 0.6) {
    await pool.query(
      "insert into suppressions (owner_id, address_hash, reason) values ($1, address_hash(mailbox_of($2)), 'UNSUBSCRIBED') on conflict do nothing",
      [ownerId, person.email],
    );
    person.end = { mails: delivered.length, at: clock.now().getTime(), isPaid: false };
  } else if (done < 0.8) {
    await db
      .update(abandonedCarts)
      .set({ leftAt: clock.now(), abandonedAt: null, nextMailAt: null })
      .where(eq(abandonedCarts.id, person.cartId))
      .catch(() => {});
  } else await queueNextMail(app.services, person.cartId, "HAND").catch(() => {});
}
