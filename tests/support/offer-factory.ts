import { orderBumps, upsells } from "#server/database/schema/offers.ts";
import type { Services } from "#server/services.ts";
import { makeProduct } from "./factories.ts";

type Where = { services: Services };
type Bump = typeof orderBumps.$inferInsert;
type Upsell = typeof upsells.$inferInsert;
type Offering = { id: string; ownerId: string };

/** A bump offered with `main`: of a new product of the same creator unless `bumpProductId` is given, without a discount. */
export async function makeBump(where: Where, main: Offering, fields: Partial<Bump> = {}) {
  const [bump] = await where.services.db
    .insert(orderBumps)
    .values({
      bumpProductId: fields.bumpProductId ?? (await makeProduct(where, { ownerId: main.ownerId })).id,
      title: "One more thing",
      ...fields,
      ownerId: main.ownerId,
      mainProductId: main.id,
    })
    .returning();
  if (!bump) throw new Error("no bump was made");
  return bump;
}

/** An upsell offered to buyers of `trigger`, likewise. */
export async function makeUpsell(where: Where, trigger: Offering, fields: Partial<Upsell> = {}) {
  const [upsell] = await where.services.db
    .insert(upsells)
    .values({
      upsellProductId: fields.upsellProductId ?? (await makeProduct(where, { ownerId: trigger.ownerId })).id,
      title: "Before you go",
      ...fields,
      ownerId: trigger.ownerId,
      triggerProductId: trigger.id,
    })
    .returning();
  if (!upsell) throw new Error("no upsell was made");
  return upsell;
}

/** A shop whose $50 product has two bumps: `extra` ($19.99) at a quarter off, and another product at $9 off. */
export async function makeBumpShop(where: Where) {
  const main = await makeProduct(where, { priceCents: 5_000 });
  const extra = await makeProduct(where, { ownerId: main.ownerId, priceCents: 1_999 });
  const bump = await makeBump(where, main, {
    bumpProductId: extra.id,
    discountType: "PERCENTAGE",
    discountValue: 2_500,
  });
  const second = await makeBump(where, main, { discountType: "FIXED", discountValue: 900, position: 1 });
  return { main, extra, bump, second };
}
