import type { Customer } from "#contract/orders/customers.ts";
import { mailboxesWithTag, tagsOf } from "#server/database/person-tags.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { isReturned } from "#server/database/returned-address.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { membershipsOf, membersOf } from "#server/database/current-memberships.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";

type Pool = Pick<Services, "pool">;
export type CustomerFilter = {
  q?: string | undefined;
  members?: "true" | undefined;
  tagId?: string | undefined;
};
type CustomerPaging = CustomerFilter & {
  sort?: string | undefined;
  page: number;
  perPage: number;
};

/** A page of the people who ordered from the creator. What they did elsewhere is never read. */
export async function listCustomers(
  { pool }: Pool,
  ownerId: string,
  { sort = "-created", page, perPage, ...filter }: CustomerPaging,
): Promise<Customer[]> {
  const { sql, values } = found(ownerId, filter);
  const { rows: chosen } = await pool.query<{ id: string }>(
    `select k.customer_id as id from ${sql}
      order by ${orderBy(sort)} limit ${perPage} offset ${(page - 1) * perPage}`,
    values,
  );
  return readCustomers(
    pool,
    ownerId,
    chosen.map(({ id }) => id),
  );
}

/** The ids of the customers that a filter finds, the longest known first, so many at a time. */
export async function* customerIdsInBatches(
  { pool }: Pool,
  ownerId: string,
  filter: CustomerFilter,
  size: number,
): AsyncGenerator<string[]> {
  const { sql, values } = found(ownerId, filter);
  const [at, id] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const text = `select k.customer_id as id, k.first_order_at::text as "placeAt" from ${sql}
      and (k.first_order_at, k.customer_id) > (${at}::timestamptz, ${id}::uuid)
    order by k.first_order_at, k.customer_id limit ${size}`;
  for (let last: Place | undefined = { id: firstId, placeAt: "-infinity" }; last;) {
    const { rows }: { rows: Place[] } = await pool.query<Place>(text, [...values, last.placeAt, last.id]);
    if (rows.length > 0) yield rows.map((row) => row.id);
    last = rows.length === size ? rows.at(-1) : undefined;
  }
}

/** As in the list of orders. */
type Place = { id: string; placeAt: string };
const firstId = "00000000-0000-0000-0000-000000000000";

export async function countCustomers(
  { pool }: Pool,
  ownerId: string,
  filter: CustomerFilter,
): Promise<{ customers: number }> {
  const { sql, values } = found(ownerId, filter);
  const { rows } = await pool.query<{ customers: number }>(
    `select count(*)::int as customers from ${sql}`,
    values,
  );
  return rows[0] ?? { customers: 0 };
}

/** One customer of the creator's. Throws 404 for anyone who never ordered from them. */
export async function getCustomer({ pool }: Pool, ownerId: string, customerId: string): Promise<Customer> {
  const [customer] = await readCustomers(pool, ownerId, [customerId]);
  if (!customer) throw NotFound();
  return customer;
}

/** Those of them that are the creator's, in the order of their ids here, with their orders. */
async function readCustomers(pool: Services["pool"], ownerId: string, ids: string[]): Promise<Customer[]> {
  return (await selectCustomers(pool, ownerId, ids)).map(customerOf);
}

type OrderJson = Omit<Customer["orders"][number], "createdAt"> & { createdAt: string };
type Membership = Customer["memberships"][number];

type Row = Pick<Customer, "tags" | "isReturned"> & {
  id: string;
  email: string;
  name: string;
  orders: OrderJson[];
  /** Moments are ISO text. */
  memberships: (Omit<Membership, "trialEndsAt"> & { trialEndsAt: string | null })[] | null;
  createdAt: Date;
};

const customerOf = ({ id, email, isReturned, name, orders, memberships, tags, createdAt }: Row): Customer => {
  const [firstName, ...rest] = name.split(/\s+/).filter(Boolean);
  return {
    id,
    email,
    isReturned,
    firstName: firstName ?? null,
    lastName: rest.join(" ") || null,
    orders: orders.map((order) => ({ ...order, createdAt: new Date(order.createdAt) })),
    memberships: (memberships ?? []).map(({ trialEndsAt, ...membership }) => ({
      ...membership,
      trialEndsAt: trialEndsAt === null ? null : new Date(trialEndsAt),
    })),
    tags,
    createdAt,
  };
};

/** SQL: the rows that a filter finds, and its values. One condition for each word, so that each may use the index of words. */
function found(ownerId: string, { q, members, tagId }: CustomerFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [ownerId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = wordsOf(q).map((word) => `k.words like ${value(anywhere(word))}`);
  if (members) conditions.push(`k.customer_id in (${membersOf("$1")})`);
  if (tagId) conditions.push(`k.customer_id in (${customersTagged(`${value(tagId)}::uuid`)})`);
  return {
    sql: `creator_customers k where ${["k.owner_id = $1", ...conditions].join(" and ")}`,
    values,
  };
}

/** By the index of mailboxes, from those that have the tag. */
const customersTagged = (tagId: string) => `
  select c.id from (${mailboxesWithTag("$1", tagId)}) tagged join customers c on ${mailboxOf("c.email")} = tagged.mailbox`;

const columns: Record<string, string> = {
  name: "k.sort_name",
  // The words begin with the address.
  email: "k.words",
  orders: "k.order_count",
  spent: "k.spent_cents",
  created: "k.first_order_at",
};

/** `sort` is the name of a column; a minus before it turns the order round. */
function orderBy(sort: string): string {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  return `${columns[sort.replace("-", "")] ?? "k.first_order_at"} ${direction}, k.customer_id ${direction}`;
}

const selectCustomers = statement("orders_select_customers")<Row, [ownerId: string, ids: string[]]>(
  `select c.id, c.email, ${isReturned("c.email")} as "isReturned", k.name, ${membershipsOf("k")} as memberships, ${tagsOf("k.owner_id", "c.email")} as tags, k.first_order_at as "createdAt",
          (select coalesce(json_agg(json_build_object('id', o.id, 'status', o.status, 'totalCents', o.total_cents, 'refundedCents', o.refunded_cents,
                                                      'currency', o.currency, 'productTitle', p.title, 'createdAt', o.created_at)
                                    order by o.created_at desc, o.id), '[]')
             from orders o join products p on p.id = o.product_id
            where o.owner_id = k.owner_id and o.customer_id = k.customer_id) as orders
     from creator_customers k join customers c on c.id = k.customer_id
    where k.owner_id = $1 and k.customer_id = any($2) order by array_position($2, k.customer_id)`,
);
