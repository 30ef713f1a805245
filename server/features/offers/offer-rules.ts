import { isolated } from "#contract/isolated.ts";
import { and, eq, ne, inArray } from "drizzle-orm";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { products } from "#server/database/schema/catalog.ts";
import { HttpError, Invalid } from "#server/errors.ts";
import { type Discount, discountedPriceCents } from "./discount.ts";

type Product = typeof products.$inferSelect;

export const notYours = "Choose one of your products";

/** The least that a card can pay, in cents; nothing at all is fine too. */
const leastPayableCents = 50;

/**
 * Checks the two products of an offer: `carrier` is the one it comes with, `offered` the one it sells, each with the name
 * of its field. Returns both. Throws 422 unless they are two different products of the creator's own, not
 * deleted, and the offered one is bought once.
 */
export async function requireOfferProducts(
  tx: Db,
  creatorId: string,
  carrier: { field: string; id: string },
  offered: { field: string; id: string },
): Promise<{ main: Product; product: Product }> {
  const own = await tx
    .select()
    .from(products)
    .where(
      and(
        inArray(products.id, [carrier.id, offered.id]),
        eq(products.ownerId, creatorId),
        ne(products.state, "ARCHIVED"),
      ),
    );
  const main = own.find(({ id }) => id === carrier.id);
  const product = own.find(({ id }) => id === offered.id);
  const problems: Record<string, string> = {};
  if (!main) problems[carrier.field] = notYours;
  if (!product) problems[offered.field] = notYours;
  else if (offered.id === carrier.id)
    problems[offered.field] = "Choose another product than the one it comes with";
  else if (product.billingInterval !== "ONE_TIME")
    problems[offered.field] = "A membership bills again and again, so it cannot be an extra";
  else if (product.type === "BUNDLE")
    problems[offered.field] =
      "A bundle is bought by itself, so it cannot be an extra. Offer one of its products";
  else if (product.suggestedPriceCents !== null)
    problems[offered.field] = "Buyers choose what they pay for it, so it has no price as an extra";
  if (Object.keys(problems).length > 0 || !main || !product) throw Invalid(problems);
  return { main, product };
}

/** Throws 422 for a discount of more than 100 %. */
export function checkDiscount({ type, value }: Discount): void {
  if (type === "PERCENTAGE" && value > 10_000) throw Invalid({ discountValue: "A discount is at most 100%" });
}

/** Throws 422 for an end that is over before it begins. */
export function checkEnd(endsAt: Date | null, now: Date): void {
  if (endsAt && endsAt <= now)
    throw Invalid({ endsAt: "Choose a moment that is still to come, or leave it blank" });
}

/** An upsell is a payment of its own. Throws 422 where a card could not pay it. */
export function checkOwnPayment(product: Pick<Product, "priceCents">, discount: Discount): void {
  if (isPayable(discountedPriceCents(product.priceCents, discount))) return;
  throw Invalid({
    discountValue: "With this discount it costs less than a card can pay: make it $0.50 or more, or free",
  });
}

/** Throws 422 for an add-on that would have to be shipped after an order that asks nobody for an address. */
export function checkAddress(main: Product, product: Product): void {
  if (!lacksAddress(main, product)) return;
  throw Invalid({
    upsellProductId: `It is shipped, but who buys “${isolated(main.title)}” is asked for no address. Choose a product that needs no shipping, or offer it as an order bump`,
  });
}

/** Whether an add-on is shipped, and the product it follows is not: its orders have no address. */
export const lacksAddress = (
  main: Pick<Product, "requiresShipping">,
  product: Pick<Product, "requiresShipping">,
): boolean => product.requiresShipping && !main.requiresShipping;

export const isPayable = (priceCents: number): boolean => priceCents === 0 || priceCents >= leastPayableCents;

/** Whether the product is the creator's own and not deleted. */
export async function isOwnProduct(db: Db, creatorId: string, productId: string): Promise<boolean> {
  const own = and(
    eq(products.id, productId),
    eq(products.ownerId, creatorId),
    ne(products.state, "ARCHIVED"),
  );
  return (await db.$count(products, own)) > 0;
}

/** Names the field whose constraint a write broke: `constraints` has a message for each, and 409 for what is taken. */
export async function writingOffer<T>(
  write: PromiseLike<T>,
  constraints: Record<string, { field: string; taken?: string }>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const broken = constraints[brokenConstraint(error) ?? ""];
    if (!broken) throw error;
    const { field, taken } = broken;
    if (taken === undefined) throw Invalid({ [field]: notYours });
    throw new HttpError(409, "OFFER_EXISTS", taken, { fields: { [field]: taken } });
  }
}
