import { type Queryable, statement } from "#server/database/statement.ts";
import { DEMO_CREATOR } from "./content/demo-creator.ts";

export type DemoStore = {
  handle: string;
  products: number;
  /** Orders that weren't paid in the sandbox, by people who aren't made up: with money, and free ones. */
  paidOrders: number;
  freeOrders: number;
};

/** The demo store in a database, if there is one, under whichever handle. */
export async function findDemoStore(client: Queryable): Promise<DemoStore | undefined> {
  const [store] = await selectDemoStore(client, DEMO_CREATOR.email);
  return store;
}

/** What the doctor and the start of a live installation say about it. */
export const describeDemoStore = ({ handle, products }: DemoStore): string =>
  `The demo store is in this database and public at /u/${handle}, with ${products === 1 ? "1 product" : `${products} products`} on sale. Remove it with \`npm run seed -- --remove\``;

/** Why it can't be removed; undefined when nothing real depends on it. `withFreeOrders`: those may go. */
export function whyKept(
  { handle, paidOrders, freeOrders }: DemoStore,
  withFreeOrders: boolean,
): string | undefined {
  const orders = (count: number) => (count === 1 ? "1 order" : `${count} orders`);
  if (paidOrders > 0)
    return `${orders(paidOrders)} in the demo store ${paidOrders === 1 ? "was" : "were"} paid with real money, and the record of that must stay. Suspend @${handle} at /operator instead`;
  return freeOrders > 0 && !withFreeOrders
    ? `real people have ${orders(freeOrders)} for free products in the demo store and would lose their downloads. Run \`npm run seed -- --remove --with-free-orders\` to remove those too`
    : undefined;
}

// Nobody real has an address at example.com, which is reserved.
const selectDemoStore = statement("demo_select_store")<DemoStore, [email: string]>(
  `select u.handle,
          (select count(*)::int from products p where p.owner_id = u.id and p.state = 'PUBLISHED') as products,
          coalesce(real.paid, 0) as "paidOrders", coalesce(real.free, 0) as "freeOrders"
     from users u
     left join lateral (
       select count(*) filter (where r.is_paid)::int as paid, count(*) filter (where not r.is_paid)::int as free
         from (select exists (select from order_payments p where p.order_id = o.id) as is_paid
                 from orders o join customers c on c.id = o.customer_id
                where o.owner_id = u.id and lower(c.email) not like '%@example.com'
                  and not exists (select from order_payments p join sandbox.payment_intents i on i.id = p.payment_intent_id
                                   where p.order_id = o.id)) r) real on true
    where lower(u.email) = $1 and u.erased_at is null`,
);
