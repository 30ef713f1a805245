import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Upsell, UpsellInput, updateUpsell as updateContract } from "#contract/offers/upsells.ts";
import type { Db } from "#server/database/client.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { requireFewer } from "#server/database/require-fewer.ts";
import { upsells } from "#server/database/schema/offers.ts";
import { upsellOffers } from "#server/database/schema/upsell-offers.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { getUpsell } from "./list-upsells.ts";
import {
  checkAddress,
  checkDiscount,
  checkEnd,
  checkOwnPayment,
  requireOfferProducts,
  writingOffer,
} from "./offer-rules.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
type Fields = z.output<typeof UpsellInput>;

const mostUpsells = 1_000;

/** Offers a product to buyers of another. Throws 422 for wrong fields, 409 where it has this place in the sequence, and past 1,000. */
export async function createUpsell(
  { pool, clock }: Dependencies,
  creatorId: string,
  fields: Fields,
): Promise<Upsell> {
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    await requireFewer(tx, {
      table: upsells,
      own: eq(upsells.ownerId, creatorId),
      most: mostUpsells,
      what: "upsells. Delete one first",
    });
    await checkUpsell(tx, creatorId, fields);
    checkEnd(fields.endsAt, now);
    const [created] = await writingOffer(
      tx
        .insert(upsells)
        .values({ ...columnsOf(fields), ownerId: creatorId, createdAt: now, updatedAt: now })
        .returning({ id: upsells.id }),
      constraints,
    );
    if (!created) throw new Error("the upsell was not written");
    return getUpsell({ db: tx, pool: client, clock }, creatorId, created.id);
  });
}

/**
 * Changes the fields that are present. Throws as `createUpsell` does, 404 for an upsell that is not theirs, and 409 for one that
 * was changed since the revision that is named.
 */
export async function updateUpsell(
  { pool, clock }: Dependencies,
  creatorId: string,
  id: string,
  { revision, ...changes }: z.output<(typeof updateContract)["schema"]["body"]>,
): Promise<Upsell> {
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    const own = and(eq(upsells.id, id), eq(upsells.ownerId, creatorId));
    const [current] = await tx.select().from(upsells).where(own).for("update");
    if (!current) throw NotFound("Upsell not found");
    const fields = { ...current, ...(changes as Partial<Fields>) };
    // One whose product is gone, or has another price by now, can still be renamed and switched off.
    if (checked.some((field) => fields[field] !== current[field])) await checkUpsell(tx, creatorId, fields);
    if (fields.endsAt?.getTime() !== current.endsAt?.getTime()) checkEnd(fields.endsAt, clock.now());
    const updated = await writingOffer(
      tx
        .update(upsells)
        .set({ ...columnsOf(fields), updatedAt: clock.now() })
        .where(and(own, unchangedSince(upsells.revision, revision)))
        .returning({ id: upsells.id }),
      constraints,
    );
    requireUnchanged(updated);
    return getUpsell({ db: tx, pool: client, clock }, creatorId, id);
  });
}

/**
 * Deletes an upsell with its figures; orders keep what was bought with it. Throws 404 for one that is not theirs, and 409
 * while a buyer's payment for it is open: the payment needs it to find its order.
 */
export async function deleteUpsell(
  { db }: Pick<Services, "db">,
  creatorId: string,
  id: string,
): Promise<{ success: true }> {
  return db.transaction(async (tx) => {
    const own = and(eq(upsells.id, id), eq(upsells.ownerId, creatorId));
    const [found] = await tx.select({ id: upsells.id }).from(upsells).where(own).for("update");
    if (!found) throw NotFound("Upsell not found");
    const open = and(
      eq(upsellOffers.upsellId, id),
      isNotNull(upsellOffers.amountCents),
      isNull(upsellOffers.decision),
    );
    if ((await tx.$count(upsellOffers, open)) > 0)
      throw Conflict(
        "A buyer is paying for it right now. Switch it off, and delete it later.",
        "PAYMENT_OPEN",
      );
    await tx.delete(upsells).where(own);
    return { success: true };
  });
}

async function checkUpsell(tx: Db, creatorId: string, fields: Fields): Promise<void> {
  const { main, product } = await requireOfferProducts(
    tx,
    creatorId,
    { field: "triggerProductId", id: fields.triggerProductId },
    { field: "upsellProductId", id: fields.upsellProductId },
  );
  const discount = { type: fields.discountType, value: fields.discountValue };
  checkDiscount(discount);
  checkOwnPayment(product, discount);
  checkAddress(main, product);
}

const checked = ["triggerProductId", "upsellProductId", "discountType", "discountValue"] as const;

const columnsOf = (fields: Fields) => ({
  triggerProductId: fields.triggerProductId,
  upsellProductId: fields.upsellProductId,
  title: fields.title,
  description: fields.description,
  discountType: fields.discountType,
  discountValue: fields.discountValue,
  sequence: fields.sequence,
  active: fields.active,
  endsAt: fields.endsAt,
});

const constraints = {
  upsells_triple: { field: "sequence", taken: "This product already has this place in the sequence" },
  upsells_trigger_fk: { field: "triggerProductId" },
  upsells_upsell_fk: { field: "upsellProductId" },
};
