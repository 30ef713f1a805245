import type pg from "pg";
import type { ServiceTerms } from "#contract/work-orders/service-terms.ts";

const terms: ServiceTerms = {
  deliveryDays: 5,
  questions: [
    { id: "q1", kind: "SHORT", label: "Where is your site?", required: true, choices: [] },
    {
      id: "q2",
      kind: "LONG",
      label: "Three places where your brand is seen, and what bothers you there",
      required: true,
      choices: [],
    },
    {
      id: "q3",
      kind: "CHOICE",
      label: "What matters most?",
      required: false,
      choices: ["The logo", "The colours", "The words"],
    },
  ],
};

const answers = {
  q1: "https://example.com",
  q2: "Our packaging, the van and the newsletter. They look like three companies.",
  q3: "The colours",
};

/** Gives the demo creator's service its brief; what is sold of it asks for one. */
export async function seedServiceTerms(client: pg.PoolClient, ownerId: string): Promise<void> {
  await client.query("update products set service_terms = $2 where owner_id = $1 and type = 'SERVICE'", [
    ownerId,
    JSON.stringify(terms),
  ]);
}

/** Its briefs are sent, the newest of them yesterday; all others are delivered. */
export async function seedWorkOrders(client: pg.PoolClient, ownerId: string, now: Date): Promise<void> {
  await client.query(
    `update work_orders w set answers = $3::jsonb, state = 'TO_DO', reminded_at = w.created_at + interval '1 day', sent_at = begun.at,
            due_at = begun.at + make_interval(days => w.delivery_days)
       from (select order_item_id as id, case when row_number() over (order by created_at desc, order_item_id) = 1
               then greatest(created_at, $2::timestamptz - interval '1 day') else created_at + interval '3 hours' end as at
               from work_orders where owner_id = $1) begun
      where w.order_item_id = begun.id and w.state = 'WAITING'`,
    [ownerId, now, JSON.stringify(answers)],
  );
  await client.query(
    `with done as (
       update work_orders set state = 'DELIVERED', started_at = sent_at + interval '1 day', delivered_at = sent_at + interval '4 days'
        where owner_id = $1 and state = 'TO_DO' and due_at < $2::timestamptz
       returning order_item_id, delivered_at)
     insert into work_deliveries (order_item_id, owner_id, number, message, idempotency_key, created_at)
     select order_item_id, $1, 1, $3, 'seeded-' || order_item_id, delivered_at from done`,
    [ownerId, now, "Your audit is done. Call me once you have read page seven."],
  );
}
