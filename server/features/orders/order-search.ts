import type { OrderStatus } from "#contract/orders/order-page.ts";
import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";

type Pool = Services["pool"];

export type OrderFilter = {
  q?: string | undefined;
  status?: OrderStatus | undefined;
  product?: string | undefined;
  /** Days such as 2026-03-09 of the creator's zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
};

/** A condition on the orders (`o`) of one creator, and the values that it names, the creator's id first. */
export type OrderMatch = {
  sql: string;
  values: unknown[];
  /** Nothing was asked: it is every order of the creator. */
  isAll: boolean;
  /** Where only buyers were asked for: the same as a condition on the creator's customers (`k`). */
  ofBuyers?: { sql: string; values: unknown[] } | undefined;
};

/** An index finds the orders of a word that is this rare; a more common one is met soon enough while reading in order. */
const rareOrders = 1_000;

/**
 * What a filter asks of the creator's orders; undefined where no order can fit it. `isFar` says that very many of those that
 * fit will be read.
 */
export async function matchOrders(
  pool: Pool,
  ownerId: string,
  { q, status, product, from, to }: OrderFilter,
  { isFar = false }: { isFar?: boolean } = {},
): Promise<OrderMatch | undefined> {
  if (product !== undefined && !isUuid(product)) return undefined;
  const values: unknown[] = [ownerId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = ["o.owner_id = $1"];
  if (status) conditions.push(`o.status = ${value(status)}`);
  if (product) conditions.push(`o.id in (${ordersWithProducts(value([product]))})`);
  if (from) conditions.push(`o.created_at >= ${startOfDay(`${value(from)}::date`, zoneOfCreator("$1"))}`);
  if (to) conditions.push(`o.created_at < ${startOfDay(`${value(to)}::date + 1`, zoneOfCreator("$1"))}`);
  const words = await lookUp(pool, ownerId, q);
  const rare = await findRare(pool, ownerId, words);
  if (rare) conditions.push(`o.id = any(${value(rare.orderIds)})`);
  const isOfBuyers = conditions.length === 1 && words.length > 0 && words.every(isOfBuyersAlone);
  for (const word of words) {
    if (word !== rare?.word) conditions.push(hasWord(word, value, isFar));
  }
  return {
    sql: conditions.join(" and "),
    values,
    isAll: conditions.length === 1,
    ofBuyers: isOfBuyers ? buyersWith(ownerId, words) : undefined,
  };
}

/** A word that stands in no product's title and is no part of an order's ids. */
const isOfBuyersAlone = (word: Word) =>
  word.productIds.length === 0 && idConditions(word, "o", () => "").length === 0;

const buyersWith = (ownerId: string, words: readonly Word[]) => ({
  sql: ["k.owner_id = $1", ...words.map((_, index) => `k.words like $${index + 2}`)].join(" and "),
  values: [ownerId, ...words.map(({ text }) => anywhere(text))],
});

type Word = { text: string; asTyped: string; productIds: string[] };

/** The words of a search with the creator's products that have them in their titles. */
async function lookUp(pool: Pool, ownerId: string, q: string | undefined): Promise<Word[]> {
  const typed = (q ?? "").split(/\s+/).filter(Boolean);
  const texts = wordsOf(q);
  if (texts.length === 0) return [];
  const products = await selectProducts(pool, ownerId);
  return texts.map((text, index) => ({
    text,
    asTyped: typed[index] ?? text,
    productIds: products.filter(({ title }) => title.includes(text)).map(({ id }) => id),
  }));
}

const selectProducts = statement("orders_select_products")<{ id: string; title: string }, [ownerId: string]>(
  "select id, lower(title) as title from products where owner_id = $1",
);

/** The longest words are asked first: the first of them that few orders have, with those. */
async function findRare(
  pool: Pool,
  ownerId: string,
  words: readonly Word[],
): Promise<{ word: Word; orderIds: string[] } | undefined> {
  for (const word of words.toSorted((a, b) => b.text.length - a.text.length).slice(0, 3)) {
    const values: unknown[] = [ownerId];
    const found = ordersWithWord(word, (given) => `$${values.push(given)}`);
    const { rows } = await pool.query<{ id: string }>(`${found} limit ${rareOrders + 1}`, values);
    if (rows.length <= rareOrders) return { word, orderIds: rows.map(({ id }) => id) };
  }
  return undefined;
}

const ordersWithProducts = (productIds: string) =>
  `select i.order_id as id from order_items i where i.owner_id = $1 and i.product_id = any(${productIds}::uuid[])`;

type Name = (value: unknown) => string;

/**
 * The orders that have a word, some of them twice: in their buyer's address or one of their names, in a product's title, as
 * their number, the beginning of their id, or as the whole id of their payment.
 */
function ordersWithWord(word: Word, value: Name): string {
  const places = [
    `select f.id from orders f where f.owner_id = $1 and f.customer_id in (${customersWith(value(anywhere(word.text)))})`,
  ];
  if (word.productIds.length > 0) places.push(ordersWithProducts(value(word.productIds)));
  for (const id of idConditions(word, "f", value))
    places.push(`select f.id from orders f where f.owner_id = $1 and ${id}`);
  return places.join(" union all ");
}

/**
 * The same as a condition on `o`, what is cheap to ask first: its buyers are hashed once, and looked up while orders are
 * read in their order; the other lines are looked up of those orders alone that nothing else of them has found. Where a
 * word is looked for among buyers alone, PostgreSQL would look up the buyer of each order: cheaper for a page, unless it is
 * far (`is true` keeps it to the hash).
 */
function hasWord(word: Word, value: Name, isFar: boolean): string {
  const products = word.productIds.length > 0 ? `${value(word.productIds)}::uuid[]` : undefined;
  return `(${[
    ...(products ? [`o.product_id = any(${products})`] : []),
    `o.customer_id in (${customersWith(value(anywhere(word.text)))})`,
    ...idConditions(word, "o", value),
    ...(products
      ? [`exists (select from order_items i where i.order_id = o.id and i.product_id = any(${products}))`]
      : []),
  ].join(" or ")})${isFar ? " is true" : ""}`;
}

/** The creator's customers (`owner` names the parameter) that have a word in their address or one of their names. */
export const customersWith = (pattern: string, owner = "$1"): string =>
  `select k.customer_id from creator_customers k where k.owner_id = ${owner} and k.words like ${pattern}`;

function idConditions({ text, asTyped }: Word, order: string, value: Name): string[] {
  const ids = idsBeginningWith(text);
  return [
    ...(ids ? [`${order}.id between ${value(ids.first)} and ${value(ids.last)}`] : []),
    ...(/^#?\d{4,9}$/.test(text)
      ? [
          `${order}.id in (select known.order_id from order_numbers known
             where known.owner_id = $1 and known.number = ${value(Number(text.replace("#", "")))}::int)`,
        ]
      : []),
    ...(asTyped.includes("_") ? [`${order}.payment_intent_id = ${value(asTyped)}`] : []),
  ];
}

/** The first and the last id of an order that begin so; undefined for what begins none, and for what is too short to mean one. */
export function idsBeginningWith(text: string): { first: string; last: string } | undefined {
  const digits = text.replaceAll("-", "");
  if (!/^[0-9a-f]{6,32}$/.test(digits)) return undefined;
  return { first: digits.padEnd(32, "0"), last: digits.padEnd(32, "f") };
}
