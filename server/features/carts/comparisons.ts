import { createHash } from "node:crypto";
import type pg from "pg";
import type { CartComparison } from "#contract/carts/comparison.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { compareSides, peopleNeeded, type Side } from "./compare-sides.ts";

/** Who has bought by then has come back; only people whose days are over are counted. */
const days = 7;
const firstPercent = 10;

/** What the creator's latest comparison has found so far; as it would begin where there was none. */
export async function getCartComparison(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
): Promise<CartComparison> {
  const [found] = await selectComparison(pool, ownerId, clock.now());
  const percent = found?.percent ?? firstPercent;
  const mailed = { people: found?.mailedPeople ?? 0, bought: found?.mailedBought ?? 0 };
  const heldBack = { people: found?.heldPeople ?? 0, bought: found?.heldBought ?? 0 };
  const { state, difference } = found
    ? compareSides(mailed, heldBack, percent)
    : { state: "OFF" as const, difference: null };
  const each = (value: (share: number) => number) =>
    difference && {
      low: value(difference.low),
      measured: value(difference.measured),
      high: value(difference.high),
    };
  return {
    isOn: found?.isOn ?? false,
    percent,
    startedAt: found?.startedAt ?? null,
    state,
    mailed,
    heldBack,
    points: each((share) => Math.round(share * 1_000) / 10),
    extraCents: each((share) =>
      Math.round(share * mailed.people * averageOf(mailed, found?.mailedCents ?? 0)),
    ),
    currency: "usd",
    peopleNeeded: peopleNeeded(percent),
    peopleAMonth: found?.peopleAMonth ?? 0,
  };
}

/** Begins, ends or goes on with a comparison. Another share ends the one that runs: both sides are of one share. */
export async function saveCartComparison(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  { isOn, percent }: { isOn: boolean; percent: number },
): Promise<CartComparison> {
  await inTransaction(pool, async (client) => {
    const now = clock.now();
    await endOther(client, ownerId, isOn ? percent : null, now);
    if (isOn) await begin(client, ownerId, percent, now);
  });
  return getCartComparison({ pool, clock }, ownerId);
}

/**
 * Writes down on which side of the running comparison a cart's person is, once its first mail may leave; true where they get
 * none. A mailbox is on one side for all its carts.
 */
export async function isHeldBack(
  client: pg.PoolClient,
  cart: { id: string; ownerId: string; mailbox: string },
  now: Date,
): Promise<boolean> {
  const [running] = await selectRunning(client, cart.ownerId);
  if (!running) return false;
  const { unit, isHeldBack } = sideOf(running.id, cart.mailbox, running.percent);
  await insertUnit(client, running.id, unit, isHeldBack, cart.id, now);
  return isHeldBack;
}

/** A mailbox's place among 10,000, which nobody can choose or foresee. */
export function sideOf(comparisonId: string, mailbox: string, percent: number) {
  const hash = createHash("sha256").update(`${comparisonId} ${mailbox}`).digest();
  return { unit: hash.toString("hex"), isHeldBack: hash.readUInt32BE(0) % 10_000 < percent * 100 };
}

const averageOf = ({ bought }: Side, cents: number) => (bought === 0 ? 0 : cents / bought);

type Found = {
  isOn: boolean;
  percent: number;
  startedAt: Date;
  mailedPeople: number;
  mailedBought: number;
  /** What they have paid, less what was given back. */
  mailedCents: number;
  heldPeople: number;
  heldBought: number;
  peopleAMonth: number;
};

const selectComparison = statement("carts_select_comparison")<Found, [ownerId: string, now: Date]>(
  `with latest as (
     select id, percent, ended_at, created_at from cart_comparisons where owner_id = $1
      order by created_at desc, id limit 1),
   units as (
     select x.is_held_back, coalesce(x.bought_at < x.created_at + interval '${days} days', false) as has_bought,
            o.total_cents - o.refunded_cents as cents
       from latest join cart_comparison_units x on x.comparison_id = latest.id
       left join orders o on o.id = x.order_id
      where x.created_at <= $2::timestamptz - interval '${days} days')
   select latest.ended_at is null as "isOn", latest.percent, latest.created_at as "startedAt",
          counted.*, (select count(*)::int from cart_comparison_units x
                       where x.comparison_id = latest.id and x.created_at > $2::timestamptz - interval '30 days') as "peopleAMonth"
     from latest, lateral (
       select count(*) filter (where not is_held_back)::int as "mailedPeople",
              count(*) filter (where not is_held_back and has_bought)::int as "mailedBought",
              coalesce(sum(cents) filter (where not is_held_back and has_bought), 0)::float8 as "mailedCents",
              count(*) filter (where is_held_back)::int as "heldPeople",
              count(*) filter (where is_held_back and has_bought)::int as "heldBought" from units) counted`,
);

const endOther = statement("carts_end_comparison")<
  never,
  [ownerId: string, percent: number | null, now: Date]
>(
  `update cart_comparisons set ended_at = $3
    where owner_id = $1 and ended_at is null and percent is distinct from $2::int`,
);

const begin = statement("carts_begin_comparison")<never, [ownerId: string, percent: number, now: Date]>(
  `insert into cart_comparisons (owner_id, percent, created_at) values ($1, $2, $3) on conflict do nothing`,
);

const selectRunning = statement("carts_select_running_comparison")<
  { id: string; percent: number },
  [ownerId: string]
>("select id, percent from cart_comparisons where owner_id = $1 and ended_at is null");

const insertUnit = statement("carts_insert_comparison_unit")<
  never,
  [comparisonId: string, unit: string, isHeldBack: boolean, cartId: string, now: Date]
>(
  `insert into cart_comparison_units (comparison_id, unit, is_held_back, cart_id, created_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
);
