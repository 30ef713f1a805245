import { and, eq } from "drizzle-orm";
import { saveCartSequence } from "#contract/carts/sequences.ts";
import { productWaiters, subscribers } from "#server/database/schema/mailing-lists.ts";
import { queueCartMails } from "#server/features/carts/queue-cart-mails.ts";
import { recordLeftCarts } from "#server/features/carts/record-left-carts.ts";
import { firstSteps } from "#server/features/carts/sequences.ts";
import { queueOpenings } from "#server/features/mailing-list/queue-openings.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { letGoBy, makeAutomaticMail } from "#tests/support/automatic-mail-factory.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import {
  makeMailing,
  makeSubscriber,
  makeTrustedCreator,
  paragraphs,
  startNow,
} from "#tests/support/mailing-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import type { TestApp } from "#tests/support/test-app.ts";

/** What is done for one kind of mail to reach an address: the first time, and each time after it. */
type Kind = { begin(email: string): Promise<unknown>; write(email: string): Promise<unknown> };

/** A creator by whom every kind of mail that can be ended with one click is written. */
export async function openAdvertiser(app: TestApp) {
  const { services, clock } = app;
  const { db } = services;
  const creator = await makeTrustedCreator(app);
  const ownerId = creator.id;
  const desk = app.as(creator);
  const body = { kind: "LEFT" as const, isOn: true, steps: firstSteps.LEFT };
  await desk.call(saveCartSequence, { body });
  const kit = await makeProduct(app, { ownerId, title: "The kit" });
  const subscribe = (email: string) => makeSubscriber(app, ownerId, email);
  const writeTo = async (condition: { type: "subscribed" } | { type: "bought" }) => {
    const bought = { type: "bought" as const, is: true, productId: kit.id, since: null };
    const one = condition.type === "bought" ? bought : { type: "subscribed" as const, is: true };
    const draft = await makeMailing(app, creator, {
      content: paragraphs("Hi {first_name}, there is something new."),
      audience: { match: "ALL", conditions: [one] },
    });
    await startNow(app, creator, draft);
  };

  const kinds: Record<string, Kind> = {
    "a cart that was left": {
      begin: async () => {},
      async write(email) {
        const product = await makeProduct(app, { ownerId });
        await makeCart(app, product, { email, leftAt: clock.now(), abandonedAt: null });
        clock.advance({ minutes: 61 });
        await recordLeftCarts(services);
        await queueCartMails(services);
      },
    },
    "a mailing to buyers": {
      begin: (email) => makeOrder(app, { items: [{ product: kit }], email }),
      write: () => writeTo({ type: "bought" }),
    },
    "a mailing to subscribers": { begin: subscribe, write: () => writeTo({ type: "subscribed" }) },
    "something that was bought": {
      begin: async () => {},
      async write(email) {
        const product = await makeProduct(app, { ownerId, priceCents: 1_000 });
        await makeAutomaticMail(app, creator, { kind: "AFTER_PURCHASE", productId: product.id, days: 0 });
        clock.advance({ seconds: 1 });
        await makeOrder(app, { items: [{ product }], email });
        await letGoBy(app, { minutes: 1 });
      },
    },
    "what somebody waited for": {
      begin: subscribe,
      async write(email) {
        const { id: productId } = await makeProduct(app, { ownerId });
        const mine = and(eq(subscribers.ownerId, ownerId), eq(subscribers.email, email));
        // Whoever is on no list waits for nothing.
        for (const { id: subscriberId } of await db.select().from(subscribers).where(mine))
          await db.insert(productWaiters).values({ productId, subscriberId });
        await queueOpenings(services);
      },
    },
  };
  /** Sends what is due; no creator's mails to a mailbox leave within the same hours, so that these go by first. */
  const write = async (kind: Kind, email: string) => {
    clock.advance({ hours: 25 });
    await kind.write(email);
    await sendPromotions(services, undefined);
    await app.runJobs();
  };
  return { creator, desk, kinds, write };
}
