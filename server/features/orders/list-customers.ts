import type { Customer } from "#contract/customers.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { wordsOf } from "./list-orders.ts";

type Pool = Pick<Services, "pool">;
type CustomerPaging = {
  q?: string | undefined;
  sort?: string | undefined;
  page: number;
  perPage: number;
};

/** A page of the people who ordered from the creator. What they did elsewhere is never read. */
export async function listCustomers(
  { pool }: Pool,
  ownerId: string,
  { q, sort = "-created", page, perPage }: CustomerPaging,
): Promise<Customer[]> {
  const { rows } = await pool.query<Row>(
    `${buyers} ${found} order by ${orders[sort] ?? orders["-created"]}, id limit $4 offset $5`,
    [ownerId, wordsOf(q), null, perPage, (page - 1) * perPage],
  );
  return rows.map(customerOf);
}

export async function countCustomers(
  { pool }: Pool,
  ownerId: string,
  q: string | undefined,
): Promise<{ customers: number }> {
  const { rows } = await pool.query<{ customers: number }>(
    `select count(*)::int as customers from (${buyers} ${found}) as listed`,
    [ownerId, wordsOf(q), null],
  );
  return rows[0] ?? { customers: 0 };
}

/** One customer of the creator's. Throws 404 for anyone who never ordered from them. */
export async function getCustomer({ pool }: Pool, ownerId: string, customerId: string): Promise<Customer> {
  const { rows } = await pool.query<Row>(`${buyers} ${found}`, [ownerId, [], customerId]);
  const [row] = rows;
  if (!row) throw NotFound();
  return customerOf(row);
}

type OrderJson = Omit<Customer["orders"][number], "createdAt"> & { createdAt: string };
type Row = { id: string; email: string; name: string; orders: OrderJson[]; createdAt: Date };

const customerOf = ({ id, email, name, orders, createdAt }: Row): Customer => {
  const [firstName, ...rest] = name.split(/\s+/).filter(Boolean);
  return {
    id,
    email,
    firstName: firstName ?? null,
    lastName: rest.join(" ") || null,
    orders: orders.map((order) => ({ ...order, createdAt: new Date(order.createdAt) })),
    createdAt,
  };
};

/** One row for each customer, of the creator's own orders alone: also the name and the first day. */
const buyers = `
  select * from (
    select c.id, c.email, min(o.created_at) as "createdAt", count(*)::int as "orderCount",
           sum(case when o.status in ('PAID', 'REFUNDED') then o.total_cents - o.refunded_cents else 0 end) as "spentCents",
           coalesce((array_agg(o.customer_name order by o.created_at desc) filter (where o.customer_name <> ''))[1], '') as name,
           json_agg(json_build_object('id', o.id, 'status', o.status, 'totalCents', o.total_cents, 'refundedCents', o.refunded_cents,
                                      'currency', o.currency, 'productTitle', p.title, 'createdAt', o.created_at)
                    order by o.created_at desc, o.id) as orders
      from orders o join customers c on c.id = o.customer_id join products p on p.id = o.product_id
     where o.owner_id = $1 and ($3::uuid is null or o.customer_id = $3)
     group by c.id, c.email) as buyers`;

const found = `where not exists (select from unnest($2::text[]) as word where position(word in lower(name || ' ' || email)) = 0)`;

const orders: Record<string, string> = {
  name: "lower(coalesce(nullif(name, ''), email))",
  "-name": "lower(coalesce(nullif(name, ''), email)) desc",
  email: "lower(email)",
  "-email": "lower(email) desc",
  orders: `"orderCount"`,
  "-orders": `"orderCount" desc`,
  spent: `"spentCents"`,
  "-spent": `"spentCents" desc`,
  created: `"createdAt"`,
  "-created": `"createdAt" desc`,
};
