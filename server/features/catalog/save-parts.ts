import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { BundlePart, PartObstacle } from "#contract/catalog/catalog.ts";
import type { Db } from "#server/database/client.ts";
import { bundleParts } from "#server/database/schema/bundles.ts";
import { products } from "#server/database/schema/catalog.ts";
import { Invalid } from "#server/errors.ts";
import { partList } from "./bundle-parts.ts";
import { partObstacle } from "./has-content.ts";

export const unfitPart = "A bundle holds no bundle, membership or session";
export const isPartOfBundle = "It is part of a bundle, which holds no bundle, membership or session";
export const partNotYours = "Choose your own products";

/** What a bundle consists of, by id, in its order. */
export async function listPartIds(tx: Db, bundleId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: bundleParts.partId })
    .from(bundleParts)
    .where(eq(bundleParts.bundleId, bundleId))
    .orderBy(asc(bundleParts.position));
  return rows.map(({ id }) => id);
}

/**
 * Why each of the creator's products that a bundle is to consist of keeps it from being sold; null where it does not. Throws
 * 422 at `partIds` for what is not theirs, or was archived before it was chosen, and for what no bundle holds.
 */
export async function requireParts(
  tx: Db,
  creatorId: string,
  { partIds, earlier = [], now }: { partIds: readonly string[]; earlier?: readonly string[]; now: Date },
): Promise<(PartObstacle | null)[]> {
  if (partIds.length === 0) return [];
  const found = await tx
    .select({
      id: products.id,
      type: products.type,
      obstacle: atMoment<PartObstacle | null>(partObstacle('"products"', moment), now),
    })
    .from(products)
    .where(and(eq(products.ownerId, creatorId), inArray(products.id, [...partIds])));
  return partIds.map((id) => {
    const part = found.find((product) => product.id === id);
    if (!part || (part.obstacle === "ARCHIVED" && !earlier.includes(id)))
      throw Invalid({ partIds: partNotYours });
    if (["BUNDLE", "MEMBERSHIP", "BOOKING_LINK"].includes(part.type)) throw Invalid({ partIds: unfitPart });
    return part.obstacle;
  });
}

/** Makes a bundle consist of these, in this order. The keys refuse what has become another's, or another thing, meanwhile. */
export async function writeParts(tx: Db, bundleId: string, partIds: readonly string[]): Promise<void> {
  if (partIds.length === 0) return;
  const chosen = sql.join(
    partIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${bundleParts} (bundle_id, part_id, owner_id, part_type, position)
    select bundle.id, part.id, part.owner_id, part.type, chosen.position
      from unnest(array[${chosen}]) with ordinality chosen (id, position)
      join products bundle on bundle.id = ${bundleId} join products part on part.id = chosen.id and part.owner_id = bundle.owner_id`);
}

/** Before a product becomes something else, or consists of something else. */
export async function removeParts(tx: Db, bundleId: string): Promise<void> {
  await tx.delete(bundleParts).where(eq(bundleParts.bundleId, bundleId));
}

/** SQL: what each of a creator's bundles consists of, as they see it. */
export const partsAt = (now: Date): SQL<BundlePart[]> =>
  atMoment(
    partList(
      '"products"',
      `'id', part.id, 'title', part.title, 'type', part.type, 'priceCents', part.price_cents, 'obstacle', ${partObstacle("part", moment)}`,
    ),
    now,
  );

/** Stands for the parameter in SQL that is built of text. */
const moment = "$now";

const atMoment = <Value>(text: string, now: Date): SQL<Value> =>
  sql.join(
    text.split(moment).map((piece) => sql.raw(piece)),
    sql`${now.toISOString()}`,
  ) as SQL<Value>;
