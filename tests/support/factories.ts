import { randomUUID } from "node:crypto";
import { elsewhere } from "#contract/shipping/served-countries.ts";
import { products } from "#server/database/schema/catalog.ts";
import { shippingRates } from "#server/database/schema/shipping.ts";
import { users } from "#server/database/schema/accounts.ts";
import type { Services } from "#server/services.ts";

type Where = { services: Services };

/** A creator with a profile; every field may be given. */
export async function makeCreator({ services }: Where, fields: Partial<typeof users.$inferInsert> = {}) {
  const mark = randomUUID().slice(0, 8);
  const [creator] = await services.db
    .insert(users)
    .values({
      email: `creator-${mark}@example.com`,
      handle: `creator_${mark}`,
      firstName: "Robin",
      lastName: "Vale",
      profileCompletedAt: new Date(),
      ...fields,
    })
    .returning();
  if (!creator) throw new Error("no creator was made");
  return creator;
}

/** What a creator takes for sending something; to everywhere and for nothing unless given. */
export async function makeShippingRate(
  { services }: Where,
  fields: Partial<typeof shippingRates.$inferInsert> & { ownerId: string },
): Promise<void> {
  const rate = { country: elsewhere, firstCents: 0, furtherCents: 0, ...fields };
  const insert = services.db.insert(shippingRates).values(rate);
  // What a test has said of a rate stands.
  if (fields.firstCents === undefined) return void (await insert.onConflictDoNothing());
  const target = [shippingRates.ownerId, shippingRates.country];
  await insert.onConflictDoUpdate({ target, set: rate });
}

/** A $19 service on sale, of a new creator unless `ownerId` is given. */
export async function makeProduct(where: Where, fields: Partial<typeof products.$inferInsert> = {}) {
  const ownerId = fields.ownerId ?? (await makeCreator(where)).id;
  if (fields.requiresShipping) await makeShippingRate(where, { ownerId });
  const mark = randomUUID().slice(0, 8);
  const [product] = await where.services.db
    .insert(products)
    .values({
      title: `Product ${mark}`,
      slug: `product-${mark}`,
      type: "SERVICE",
      priceCents: 1_900,
      ...fields,
      ownerId,
    })
    .returning();
  if (!product) throw new Error("no product was made");
  return product;
}
