import type { Customer } from "#contract/orders/customers.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { membershipsOf, membersOf } from "./current-memberships.ts";
import { anywhere, wordsOf } from "./order-search.ts";

type Pool = Pick<Services, "pool">;
type CustomerFilter = { q?: string | undefined; members?: "true" | undefined };
type CustomerPaging = CustomerFilter & {
  sort?: string | undefined;
  page: number;
  perPage: number;
};

/** A page of the people who ordered from the creator. What they did elsewhere is never read. */
export async function listCustomers(
  { pool }: Pool,
  ownerId: string,
  { q, members, sort = "-created", page, perPage }: CustomerPaging,
): Promise<Customer[]> {
  const { rows: chosen } = await pool.query<{ id: string }>(
    `select k.customer_id as id from creator_customers k where k.owner_id = $1 ${havingWords(q)} ${beingMembers(members)}
      order by ${orderBy(sort)} limit ${perPage} offset ${(page - 1) * perPage}`,
    [ownerId, ...wordsOf(q).map(anywhere)],
  );
  return readCustomers(
    pool,
    ownerId,
    chosen.map(({ id }) => id),
  );
}

export async function countCustomers(
  { pool }: Pool,
  ownerId: string,
  { q, members }: CustomerFilter,
): Promise<{ customers: number }> {
  const { rows } = await pool.query<{ customers: number }>(
    `select count(*)::int as customers from creator_customers k where k.owner_id = $1 ${havingWords(q)} ${beingMembers(members)}`,
    [ownerId, ...wordsOf(q).map(anywhere)],
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

type Row = {
  id: string;
  email: string;
  name: string;
  orders: OrderJson[];
  /** Moments are ISO text. */
  memberships: (Omit<Membership, "trialEndsAt"> & { trialEndsAt: string | null })[] | null;
  createdAt: Date;
};

const customerOf = ({ id, email, name, orders, memberships, createdAt }: Row): Customer => {
  const [firstName, ...rest] = name.split(/\s+/).filter(Boolean);
  return {
    id,
    email,
    firstName: firstName ?? null,
    lastName: rest.join(" ") || null,
    orders: orders.map((order) => ({ ...order, createdAt: new Date(order.createdAt) })),
    memberships: (memberships ?? []).map(({ trialEndsAt, ...membership }) => ({
      ...membership,
      trialEndsAt: trialEndsAt === null ? null : new Date(trialEndsAt),
    })),
    createdAt,
  };
};

/** One condition for each word, so that each may use the index of words; their patterns are $2 and following. */
const havingWords = (q: string | undefined) =>
  wordsOf(q)
    .map((_, index) => `and k.words like $${index + 2}`)
    .join(" ");

const beingMembers = (members: "true" | undefined) =>
  members ? `and k.customer_id in (${membersOf("$1")})` : "";

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
  `select c.id, c.email, k.name, ${membershipsOf("k")} as memberships, k.first_order_at as "createdAt",
          (select coalesce(json_agg(json_build_object('id', o.id, 'status', o.status, 'totalCents', o.total_cents, 'refundedCents', o.refunded_cents,
                                                      'currency', o.currency, 'productTitle', p.title, 'createdAt', o.created_at)
                                    order by o.created_at desc, o.id), '[]')
             from orders o join products p on p.id = o.product_id
            where o.owner_id = k.owner_id and o.customer_id = k.customer_id) as orders
     from creator_customers k join customers c on c.id = k.customer_id
    where k.owner_id = $1 and k.customer_id = any($2) order by array_position($2, k.customer_id)`,
);
