import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import type { Source } from "./known-sources.ts";

/** What one visitor of a creator did within a moment. */
export type SeenVisit = Source & {
  ownerId: string;
  visitor: string;
  earlier: string | null;
  at: string;
  views: number;
  step: number;
  products: { productId: string; step: number }[];
  checkouts: { checkoutSessionId: string; productId: string }[];
};

type Asked = {
  handle?: string | undefined;
  slug?: string | undefined;
  productId?: string | undefined;
  checkoutSessionId?: string | undefined;
};
export type Place = { ownerId: string; productId: string | null };

/** Whose store each of them is, and which product of it; undefined where there is none. A crowd looks at few pages. */
export async function findSeen(pool: Services["pool"], asked: Asked[]): Promise<(Place | undefined)[]> {
  const turns = new Map<string, number>();
  const distinct: Asked[] = [];
  const turnOf = asked.map(({ handle, slug, productId, checkoutSessionId }) => {
    const key = JSON.stringify([handle, slug, productId, checkoutSessionId]);
    const known = turns.get(key);
    if (known !== undefined) return known;
    const turn = distinct.push({ handle, slug, productId, checkoutSessionId });
    turns.set(key, turn);
    return turn;
  });
  const rows = await selectPlaces(pool, JSON.stringify(distinct));
  const places = new Map(rows.map(({ turn, ...place }) => [turn, place]));
  return turnOf.map((turn) => places.get(turn));
}

/** Writes what visitors did, each of them once. A visit goes on until its visitor was away for 30 minutes. */
export async function writeVisits(pool: Services["pool"], seen: SeenVisit[]): Promise<void> {
  await insertVisits(pool, JSON.stringify(seen));
  const sessions = seen.flatMap(({ checkouts }) =>
    checkouts.map(({ checkoutSessionId }) => checkoutSessionId),
  );
  // It may have been paid before this was written. Visits are taken in the same order as above.
  if (sessions.length > 0) await settlePaid(pool, sessions);
}

const selectPlaces = statement("analytics_select_places")<Place & { turn: number }, [asked: string]>(`
  select turn::int as turn, owner.id as "ownerId", coalesce(q.id, p.id, s.product_id) as "productId"
    from rows from (jsonb_to_recordset($1::jsonb) as (handle text, slug text, "productId" uuid, "checkoutSessionId" uuid)) with ordinality
           as asked (handle, slug, product_id, checkout_session_id, turn)
    left join users u on u.handle = asked.handle
    left join products q on q.owner_id = u.id and q.slug = asked.slug
    left join products p on p.id = asked.product_id
    left join checkout_sessions s on s.session_id = asked.checkout_session_id
    join users owner on owner.id = coalesce(u.id, p.owner_id, s.owner_id)`);

// In one order, so that two processes that write the same visitors wait for each other and for nothing else.
const insertVisits = statement("analytics_insert_visits")<never, [seen: string]>(`
  with seen as materialized (
    select * from jsonb_to_recordset($1::jsonb) as s(
      "ownerId" uuid, visitor text, earlier text, at timestamptz, channel text, source text, views int, step smallint, products jsonb, checkouts jsonb)),
  opened as (
    insert into open_visits as o (owner_id, visitor, visit_id, last_at)
    select s."ownerId", s.visitor, coalesce(before.visit_id, gen_random_uuid()), s.at
      from seen s
      left join open_visits before on before.owner_id = s."ownerId" and before.visitor = s.earlier and before.last_at > s.at - interval '30 minutes'
     order by 1, 2
    on conflict (owner_id, visitor) do update
       set visit_id = case when excluded.last_at < o.last_at + interval '30 minutes' then o.visit_id else excluded.visit_id end,
           last_at = greatest(o.last_at, excluded.last_at)
    returning owner_id, visitor, visit_id),
  written as (
    insert into visits as v (id, owner_id, started_at, channel, source, views, step)
    select o.visit_id, o.owner_id, s.at, s.channel, s.source, s.views, s.step
      from opened o join seen s on s."ownerId" = o.owner_id and s.visitor = o.visitor
     order by 1
    on conflict (id) do update set views = v.views + excluded.views, step = greatest(v.step, excluded.step)
    returning id, owner_id, started_at),
  looked as (
    insert into visit_products as k (visit_id, product_id, step)
    select o.visit_id, (p ->> 'productId')::uuid, max((p ->> 'step')::smallint)
      from opened o join seen s on s."ownerId" = o.owner_id and s.visitor = o.visitor
      join written w on w.id = o.visit_id, jsonb_array_elements(s.products) p
     group by 1, 2 order by 1, 2
    on conflict (visit_id, product_id) do update set step = greatest(k.step, excluded.step)),
  tried as (
    insert into checkout_visits (checkout_session_id, visit_id, product_id)
    select (c ->> 'checkoutSessionId')::uuid, o.visit_id, (c ->> 'productId')::uuid
      from opened o join seen s on s."ownerId" = o.owner_id and s.visitor = o.visitor
      join written w on w.id = o.visit_id, jsonb_array_elements(s.checkouts) c
    on conflict do nothing)
  insert into traffic_marks (owner_id, bucket)
  select distinct owner_id, date_bin('15 minutes', started_at, '2000-01-01Z') from written`);

const settlePaid = statement("analytics_settle_paid")<{ done: number }, [sessions: string[]]>(`
  select count(visit_led_to_order(o.checkout_session_id, o.id, o.owner_id,
           case when exists (select from order_items i where i.order_id = o.id and i.item_type in ('ORDER_BUMP', 'UPSELL'))
             then 6::smallint else 5::smallint end))::int as done
    from (select o.* from orders o join checkout_visits c on c.checkout_session_id = o.checkout_session_id
           where o.checkout_session_id = any($1::uuid[]) and o.status = 'PAID' order by c.visit_id) o`);
