import { and, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  createAffiliateLink as createContract,
  updateAffiliateLink as updateContract,
} from "#contract/affiliates/affiliates.ts";
import type { AffiliateLink } from "#contract/affiliates/affiliates.ts";
import type { Config } from "#server/config.ts";
import { brokenConstraint, type Db, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireFewer } from "#server/database/require-fewer.ts";
import { affiliateLinks } from "#server/database/schema/affiliates.ts";
import { products } from "#server/database/schema/catalog.ts";
import type { Queryable } from "#server/database/statement.ts";
import { HttpError, Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { affiliateFor } from "./affiliate-for.ts";
import { suggestCodes } from "./code-suggestions.ts";
import { findLink } from "./link-list.ts";

type NewLink = z.output<(typeof createContract)["schema"]["body"]>;
type LinkChanges = z.output<(typeof updateContract)["schema"]["body"]>;

const mostLinks = 5_000;

/**
 * Makes a link for an affiliate of the creator, up to 5,000 in all, who is made and invited too where they are new. Throws 409 with
 * suggestions for a code that anyone has, and 422 for an affiliate or a product that is not the creator's.
 */
export async function createAffiliateLink(
  { config, db, pool, clock }: Services,
  ownerId: string,
  given: NewLink,
): Promise<AffiliateLink> {
  const { code, productId } = given;
  const now = clock.now();
  try {
    return await inTransaction(pool, async (client) => {
      const tx = dbOn(client);
      await requireFewer(tx, {
        table: affiliateLinks,
        own: eq(affiliateLinks.ownerId, ownerId),
        most: mostLinks,
        what: "affiliate links. Delete one first",
      });
      await requireOwnProduct(tx, ownerId, productId);
      const affiliateId = await affiliateFor(client, ownerId, given, now);
      const [link] = await tx
        .insert(affiliateLinks)
        .values({ ownerId, code, affiliateId, productId, createdAt: now })
        .returning({ id: affiliateLinks.id });
      if (!link) throw new Error("the link was not written");
      return getLink(config, client, ownerId, link.id);
    });
  } catch (error) {
    if (brokenConstraint(error) !== "affiliate_links_code_unique") throw error;
    throw new HttpError(409, "CODE_TAKEN", codeTaken, {
      fields: { code: codeTaken },
      detail: { suggestions: await suggestCodes(db, code) },
    });
  }
}

const codeTaken = "This code is already taken";

/** Changes what is given. Throws 404 for a link, and 422 for a product, that is not the creator's. */
export async function updateAffiliateLink(
  { config, pool }: Services,
  ownerId: string,
  linkId: string,
  { active, productId }: LinkChanges,
): Promise<AffiliateLink> {
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    const before = await getLink(config, client, ownerId, linkId);
    // What it is for already may have been deleted since.
    if (productId && productId !== before.product?.id) await requireOwnProduct(tx, ownerId, productId);
    await tx
      .update(affiliateLinks)
      .set({ active: active ?? before.active, ...(productId !== undefined && { productId }) })
      .where(ownLink(ownerId, linkId));
    return getLink(config, client, ownerId, linkId);
  });
}

/** Deletes a link; one that sold something is switched off instead. Throws 404. */
export async function deleteAffiliateLink(
  { db }: Services,
  ownerId: string,
  linkId: string,
): Promise<{ success: true; deactivated: boolean }> {
  return db.transaction(async (tx) => {
    // A sale that is being attributed holds the row until it has counted itself.
    const [link] = await tx
      .select({
        sold: sql<boolean>`${affiliateLinks.conversions} > 0
          or exists (select from commissions where affiliate_link_id = affiliate_links.id)`,
      })
      .from(affiliateLinks)
      .where(ownLink(ownerId, linkId))
      .for("update");
    if (!link) throw linkMissing();
    const deactivated = link.sold;
    if (deactivated) await tx.update(affiliateLinks).set({ active: false }).where(ownLink(ownerId, linkId));
    else await tx.delete(affiliateLinks).where(ownLink(ownerId, linkId));
    return { success: true, deactivated };
  });
}

const ownLink = (ownerId: string, linkId: string) =>
  and(eq(affiliateLinks.id, linkId), eq(affiliateLinks.ownerId, ownerId));

const linkMissing = () => NotFound("Affiliate link not found");

async function getLink(
  config: Config,
  client: Queryable,
  ownerId: string,
  linkId: string,
): Promise<AffiliateLink> {
  const link = await findLink(config, client, ownerId, linkId);
  if (!link) throw linkMissing();
  return link;
}

async function requireOwnProduct(db: Db, ownerId: string, productId: string | null): Promise<void> {
  if (productId === null) return;
  const own = and(eq(products.id, productId), eq(products.ownerId, ownerId), ne(products.state, "ARCHIVED"));
  if ((await db.$count(products, own)) === 0) throw Invalid({ productId: "This product was not found" });
}
