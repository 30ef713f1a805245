import { statement } from "#server/database/statement.ts";

/** SQL: cents a year as cents a month. A sum is rounded once, so that many yearly members lose nothing by it. */
export const monthly = (annual: string): string => `floor((${annual} + 6)::float8 / 12)`;

/** SQL: movements of a creator, of one product or of all. */
export const isMovement = (movement: string, product: string): string =>
  `${movement}.owner_id = $1 and (${product}::uuid is null or ${movement}.product_id = ${product})`;

/** SQL: what stood before a moment. */
export const standingBefore = (moment: string): string => `
    select coalesce(sum(m.annual_cents), 0)::int8 as annual, coalesce(sum(m.members), 0)::int as members, coalesce(sum(m.trials), 0)::int as trials
      from membership_movements m where ${isMovement("m", "$4")} and m.at < ${moment}`;

/**
 * SQL: what one movement changed the recurring revenue of a month by. It is what the rounded sum of all before and with it differs
 * by, so that the movements of any time, however they are grouped, add up to how the sum differs.
 */
export const movedCents = `${monthly("cum")} - ${monthly("cum - annual_cents")}`;

/** SQL: movements in their order from a moment on, before `$3`, with the sum of all up to each: `cum`, from `before`. */
export const movementsFrom = (moment: string): string => `
    select m.id, m.at, m.kind, m.members, m.trials, m.annual_cents, m.subscription_id,
           before.annual + sum(m.annual_cents) over (order by m.at, m.id) as cum
      from membership_movements m, before
     where ${isMovement("m", "$4")} and m.at >= ${moment} and m.at < $3::timestamptz`;

/** What moved in one part of a time; part 0 is what stood before it. */
export type MovementSums = {
  part: number;
  mrrCents: number;
  members: number;
  trials: number;
  newCents: number;
  expansionCents: number;
  reactivationCents: number;
  contractionCents: number;
  churnCents: number;
  pausedCents: number;
  joined: number;
  returned: number;
  left: number;
  paused: number;
  started: number;
  converted: number;
  lost: number;
};

const cents = (kinds: string) => `coalesce(sum(cents) filter (where kind in (${kinds})), 0)::float8`;
const count = (condition: string) => `(count(*) filter (where ${condition}))::int`;

/** What moved in the parts of a time that begin one after another and end with `to`; only parts in which something did. */
export const selectMovements = statement("analytics_select_movements")<
  MovementSums,
  [ownerId: string, starts: Date[], to: Date, productId: string | null]
>(`
  with before as materialized (${standingBefore("($2::timestamptz[])[1]")}),
  moved as (${movementsFrom("($2::timestamptz[])[1]")}),
  rounded as (select width_bucket(at, $2::timestamptz[]) as part, kind, members, trials, ${movedCents} as cents from moved)
  select 0 as part, ${monthly("annual")} as "mrrCents", members, trials,
         0::float8 as "newCents", 0::float8 as "expansionCents", 0::float8 as "reactivationCents", 0::float8 as "contractionCents",
         0::float8 as "churnCents", 0::float8 as "pausedCents",
         0 as joined, 0 as returned, 0 as left, 0 as paused, 0 as started, 0 as converted, 0 as lost from before
  union all
  select coalesce(part, 0), sum(cents)::float8, sum(members)::int, sum(trials)::int,
         ${cents("'NEW'")}, ${cents("'EXPANSION'")}, ${cents("'REACTIVATION'")}, ${cents("'CONTRACTION'")},
         ${cents("'CHURN', 'PAUSE'")}, ${cents("'PAUSE'")},
         ${count("kind = 'NEW'")}, ${count("kind = 'REACTIVATION'")}, ${count("members < 0")}, ${count("kind = 'PAUSE'")},
         ${count("kind = 'TRIAL'")}, ${count("trials < 0 and members > 0")}, ${count("kind = 'TRIAL_END'")}
    from rounded group by part order by part`);

/** Whose payment failed and who are let in still. */
export const selectAtRisk = statement("analytics_select_at_risk")<
  { members: number; cents: number },
  [ownerId: string, now: Date, productId: string | null]
>(`
  select count(*)::int as members, coalesce(${monthly("-sum(m.annual_cents)")}, 0)::float8 as cents
    from subscriptions s join membership_movements m on m.subscription_id = s.id and m.at > $2::timestamptz and m.members < 0
   where s.owner_id = $1 and s.status = 'past_due' and ($3::uuid is null or s.product_id = $3)`);

/** Of those who first paid in one of the months that begin one after another: how they moved in each of these. */
export const selectCohorts = statement("analytics_select_cohorts")<
  { cohort: number; month: number; joined: number; members: number },
  [ownerId: string, months: Date[], to: Date, productId: string | null]
>(`
  select coalesce(width_bucket(m.joined_at, $2::timestamptz[]), 0) as cohort, coalesce(width_bucket(m.at, $2::timestamptz[]), 0) as month,
         (count(*) filter (where m.kind = 'NEW'))::int as joined, sum(m.members)::int as members
    from membership_movements m
   where ${isMovement("m", "$4")} and m.at >= ($2::timestamptz[])[1] and m.at < $3::timestamptz and m.joined_at >= ($2::timestamptz[])[1]
   group by 1, 2 order by 1, 2`);
