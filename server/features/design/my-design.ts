import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { defaultDesign, type Design } from "#contract/design/design.ts";
import { proParts, themeDefaults } from "#contract/design/looks.ts";
import type { MyDesign, updateMyDesign as contract } from "#contract/design/studio.ts";
import { type Db, dbOn } from "#server/database/client.ts";
import { planAt } from "#server/database/creator-plan.ts";
import { limitsFor, type Planned } from "#server/database/plan-limits.ts";
import { proOffer } from "#server/database/pro-offer.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { images, users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { storeDesigns, storeDesignVersions } from "#server/database/schema/design.ts";
import { Conflict, Invalid, NotFound, Unauthorized } from "#server/errors.ts";
import { pictureOf } from "#server/features/files/pictures.ts";
import type { Services } from "#server/services.ts";
import { storeColors } from "#server/colors/store-colors.ts";
import { namedIn, requireOwnThings } from "./named-things.ts";
import { drawBlocks } from "./store-blocks.ts";
import { lookOf } from "./store-look.ts";

type Needs = Pick<Services, "db" | "pool" | "config" | "clock">;

/** Of a design that nobody has changed yet. */
const firstRevision = 1;

/** The creator's draft, or one of the versions they published. Throws 404 for a version that is not kept. */
export async function getMyDesign(services: Needs, creatorId: string, version?: number): Promise<MyDesign> {
  const { db } = services;
  const [row] = await db
    .select({ plan: planAt(services.clock.now()), trialEndsAt: users.trialEndsAt, design: storeDesigns })
    .from(users)
    .leftJoin(storeDesigns, eq(storeDesigns.ownerId, users.id))
    .where(eq(users.id, creatorId));
  if (!row) throw Unauthorized();
  const shown = version === undefined ? row.design?.draft : await getVersion(db, creatorId, version);
  const draft = { ...defaultDesign, ...shown };
  const pictures = await listPictures(db, creatorId, draft);
  const accent = draft.accent ?? themeDefaults[draft.theme].accent;
  const shownIn = (mode: "light" | "dark") => {
    const { accent: button, onAccent: onButton, accentText: text } = storeColors(draft.theme, accent, mode);
    return { button, onButton, text, isShifted: button !== accent };
  };
  return {
    ...draft,
    look: lookOf(draft, pictures.find(({ id }) => id === draft.coverImageId)?.picture ?? null),
    drawnBlocks: await drawBlocks(services, creatorId, draft.blocks),
    pictures,
    shownAccent: { light: shownIn("light"), dark: shownIn("dark") },
    lockedParts: mayPublish(services, row) ? [] : proParts(draft),
    isPublished: isSameDesign(draft, { ...defaultDesign, ...row.design?.published }),
    revision: row.design?.revision ?? firstRevision,
  };
}

type Changes = z.output<(typeof contract)["schema"]["body"]>;
type DesignChanges = Omit<Changes, "revision">;

/**
 * Changes the draft by what is given, and leaves what another tab changed. Throws 409 where it was changed since the
 * revision that is named, and 422 for a cover, a product or what else it names that is not theirs.
 */
export async function updateMyDesign(services: Needs, ownerId: string, input: Changes): Promise<MyDesign> {
  const { db } = services;
  const { revision, ...changes } = input;
  if (changes.coverImageId && !(await hasCover(db, ownerId, changes.coverImageId)))
    throw Invalid({ coverImageId: "This picture was not found. Please upload it again." });
  if (changes.productOrder) changes.productOrder = await onceEach(db, ownerId, changes.productOrder);
  if (changes.blocks) await requireOwnThings(services, ownerId, changes.blocks);
  await saveDraft(db, ownerId, changes, revision);
  return getMyDesign(services, ownerId);
}

/** Shows the draft to everybody. Throws 409 PLAN_LIMIT for what the creator's plan does not publish. */
export async function publishMyDesign(
  services: Needs,
  ownerId: string,
  revision: number | undefined,
): Promise<MyDesign> {
  await inTransaction(services.pool, async (client) => {
    const tx = dbOn(client);
    await tx.insert(storeDesigns).values({ ownerId, draft: defaultDesign }).onConflictDoNothing();
    const [row] = await tx
      .select({
        draft: storeDesigns.draft,
        plan: planAt(services.clock.now()),
        trialEndsAt: users.trialEndsAt,
      })
      .from(storeDesigns)
      .innerJoin(users, eq(users.id, storeDesigns.ownerId))
      .where(and(eq(storeDesigns.ownerId, ownerId), unchangedSince(storeDesigns.revision, revision)))
      // Two publishings take turns, so that each has a number of its own.
      .for("update", { of: storeDesigns });
    requireUnchanged(row ? [row] : []);
    if (!row) return;
    const design = { ...defaultDesign, ...row.draft };
    if (proParts(design).length > 0 && !mayPublish(services, row))
      throw Conflict(
        `The Starter plan publishes two looks as they are, and this one goes beyond them. ${await proOffer(tx)} publishes every look.`,
        "PLAN_LIMIT",
      );
    const next = sql<number>`(select coalesce(max(v.number), 0) + 1 from store_design_versions v where v.owner_id = ${ownerId})`;
    await tx
      .insert(storeDesignVersions)
      .values({ ownerId, number: next, design, publishedAt: services.clock.now() });
  });
  return getMyDesign(services, ownerId);
}

/** What was published, newest first. */
export const listDesignVersions = (db: Db, ownerId: string) =>
  db
    .select({ number: storeDesignVersions.number, publishedAt: storeDesignVersions.publishedAt })
    .from(storeDesignVersions)
    .where(eq(storeDesignVersions.ownerId, ownerId))
    .orderBy(desc(storeDesignVersions.number));

/** Makes a version the draft again, to be looked at and published. Throws 404. */
export async function restoreDesignVersion(
  services: Needs,
  ownerId: string,
  number: number,
): Promise<MyDesign> {
  const design = await getVersion(services.db, ownerId, number);
  await saveDraft(services.db, ownerId, { ...defaultDesign, ...design }, undefined);
  return getMyDesign(services, ownerId);
}

async function saveDraft(db: Db, ownerId: string, changes: DesignChanges, revision: number | undefined) {
  const setWhere = unchangedSince(storeDesigns.revision, revision);
  const draft = { ...defaultDesign, ...(changes as Partial<Design>) };
  const saved = await db
    .insert(storeDesigns)
    .values({ ownerId, draft, revision: firstRevision + 1 })
    .onConflictDoUpdate({
      target: storeDesigns.ownerId,
      set: { draft: sql`${storeDesigns.draft} || ${JSON.stringify(changes)}::jsonb` },
      ...(setWhere && { setWhere }),
    })
    .returning({ ownerId: storeDesigns.ownerId });
  requireUnchanged(saved);
}

async function getVersion(db: Db, ownerId: string, number: number): Promise<Design> {
  const [version] = await db
    .select({ design: storeDesignVersions.design })
    .from(storeDesignVersions)
    .where(and(eq(storeDesignVersions.ownerId, ownerId), eq(storeDesignVersions.number, number)));
  if (!version) throw NotFound("This version is not kept any more");
  return version.design;
}

/** The creator's own pictures that a design names. */
async function listPictures(db: Db, ownerId: string, { coverImageId, blocks }: Design) {
  const wanted = [...namedIn(blocks).images, ...(coverImageId === null ? [] : [coverImageId])];
  if (wanted.length === 0) return [];
  const rows = await db
    .select()
    .from(images)
    .where(and(eq(images.ownerId, ownerId), inArray(images.id, wanted)));
  return rows.flatMap((row) => {
    const picture = pictureOf(row);
    return picture ? [{ id: row.id, picture }] : [];
  });
}

async function hasCover(db: Db, ownerId: string, imageId: string): Promise<boolean> {
  const own = and(eq(images.id, imageId), eq(images.ownerId, ownerId), eq(images.kind, "cover"));
  return (await db.$count(images, own)) > 0;
}

/** The products, each in its first place. Throws 422 where one is not theirs. */
async function onceEach(db: Db, ownerId: string, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const own = await db.$count(products, and(eq(products.ownerId, ownerId), inArray(products.id, wanted)));
  if (own < wanted.length) throw Invalid({ productOrder: "One of these products is not there any more." });
  return wanted;
}

const mayPublish = ({ config, clock }: Needs, planned: Planned): boolean =>
  limitsFor(planned, config, clock.now()).looks;

const isSameDesign = (one: Design, other: Design): boolean =>
  (Object.keys(defaultDesign) as (keyof Design)[]).every((part) => isDeepStrictEqual(one[part], other[part]));
