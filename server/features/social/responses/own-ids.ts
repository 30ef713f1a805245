import { and, asc, eq, ne } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { products } from "#server/database/schema/catalog.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { Invalid } from "#server/errors.ts";

type OwnAccount = Pick<typeof socialAccounts.$inferSelect, "id" | "platform">;

/**
 * The creator's accounts, locked until the transaction ends. Every write of responses and rules counts up their version: in
 * one order, so that two that move between the same accounts cannot wait for each other. Lock the response or rule first.
 */
export const lockOwnAccounts = (tx: Db, creatorId: string): Promise<OwnAccount[]> =>
  tx
    .select({ id: socialAccounts.id, platform: socialAccounts.platform })
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, creatorId))
    .orderBy(asc(socialAccounts.id))
    .for("no key update");

/** The one of this id. Throws 422 at `socialAccountId`. */
export function requireOwnAccount(accounts: readonly OwnAccount[], accountId: string): OwnAccount {
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw Invalid({ socialAccountId: "Choose one of your connected accounts" });
  return account;
}

/**
 * What is needed of the product that a reply links to; undefined for null. Throws 422 at `productId` for any other, and
 * for one that is gone from the store, unless it is the one that the reply has linked to before.
 */
export async function requireOwnProduct(
  tx: Db,
  creatorId: string,
  productId: string | null,
  formerId: string | null,
) {
  if (productId === null) return undefined;
  const [product] = await tx
    .select({ id: products.id, title: products.title, type: products.type })
    .from(products)
    .where(
      and(
        eq(products.id, productId),
        eq(products.ownerId, creatorId),
        productId === formerId ? undefined : ne(products.state, "ARCHIVED"),
      ),
    )
    // It is not deleted before this is written.
    .for("key share");
  if (!product) throw Invalid({ productId: "Choose one of your products" });
  return product;
}
