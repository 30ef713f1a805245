import { statement } from "#server/database/statement.ts";
import {
  buyerName,
  isAfterPlace,
  newestFirst,
  type PlacedRow,
  placedRows,
  type RowValues,
} from "#server/features/analytics/rows-page.ts";
import { isMovement, movedCents, movementsFrom, standingBefore } from "./movement-sums.ts";

const named = (rows: string) => `
  select r.id, r.at, r.kind, ${buyerName("s.customer_id")} || ', ' || p.title as title, s.order_id as "orderId", r.cents
    from ${rows} r join subscriptions s on s.id = r.subscription_id join products p on p.id = s.product_id`;

const chosen = `chosen as (select * from rows where ${isAfterPlace("at", "id")}${newestFirst("at", "id")})`;

const ofKinds = (kinds: string, kind = kinds) => `
  with before as materialized (${standingBefore("$2::timestamptz")}),
  moved as (${movementsFrom("$2::timestamptz")}),
  rounded as (select id, at, kind, subscription_id, (${movedCents})::float8 as cents from moved),
  rows as (select id, at, ${kind} as kind, subscription_id, cents from rounded where kind in (${kinds})),
  ${chosen}
  ${placedRows(named("chosen"))}`;

/** What each movement of a kind changed the recurring revenue of a month by. */
export const movementRows = {
  mrrNew: statement("analytics_new_member_rows")<PlacedRow, RowValues>(ofKinds("'NEW'")),
  mrrExpansion: statement("analytics_expansion_rows")<PlacedRow, RowValues>(ofKinds("'EXPANSION'")),
  mrrReactivation: statement("analytics_reactivation_rows")<PlacedRow, RowValues>(ofKinds("'REACTIVATION'")),
  mrrContraction: statement("analytics_contraction_rows")<PlacedRow, RowValues>(ofKinds("'CONTRACTION'")),
  mrrChurn: statement("analytics_churn_rows")<PlacedRow, RowValues>(
    ofKinds("'CHURN', 'PAUSE'", "case kind when 'PAUSE' then 'PAUSE' else 'CHURN' end"),
  ),
};

// How things stand at the end does not depend on when the time begins; it only has to be a time.
const standing = (what: "members" | "trials", kind: string, cents: string) => `
  with stood as (
    select m.subscription_id as id, m.subscription_id, coalesce(max(m.at) filter (where m.${what} > 0), timestamptz 'epoch') as at, sum(m.annual_cents) as annual_cents
      from membership_movements m
     where ${isMovement("m", "$4")} and m.at < $3::timestamptz and $2::timestamptz is not null group by m.subscription_id having sum(m.${what}) > 0),
  summed as (select *, sum(annual_cents) over (order by at, id) as cum from stood),
  rows as (select id, at, '${kind}' as kind, subscription_id, ${cents} as cents from summed),
  ${chosen}
  ${placedRows(named("chosen"))}`;

/** The members at the end of a time, with what each adds to the rounded sum of what they pay a month. */
export const selectMemberRows = statement("analytics_member_rows")<PlacedRow, RowValues>(
  standing("members", "MEMBER", `(${movedCents})::float8`),
);

/** The trials that run at the end of a time. */
export const selectTrialRows = statement("analytics_trial_rows")<PlacedRow, RowValues>(
  standing("trials", "TRIAL", "null::float8"),
);
