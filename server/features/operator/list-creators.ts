import type { OperatedCreator } from "#contract/operator/operator.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { creatorPlan } from "#server/database/creator-plan.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { refundPolicy } from "#server/database/refund-policy.ts";
import { userWords } from "#server/database/schema/user-words.ts";
import { statement } from "#server/database/statement.ts";
import { countSoldInAll, type SoldInAll } from "#server/features/analytics/sold-in-all.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";
import type { Services } from "#server/services.ts";

const perPage = 25;

type Filter = {
  q?: string | undefined;
  state?: "SUSPENDED" | "DELETING" | undefined;
  cursor?: string | undefined;
};

/** What a state asks of `u`; the few that are in one are found from there. */
const inState = {
  SUSPENDED: "u.id in (select owner_id from store_suspensions)",
  DELETING: "u.id in (select owner_id from account_deletions)",
};

/**
 * A page of the creators of this installation, the newest first. They are chosen by indexes, however many there are, and
 * counted for those of the page alone.
 */
export async function listCreators(
  { pool, config, clock }: Pick<Services, "pool" | "config" | "clock">,
  { q, state, cursor }: Filter,
): Promise<{ creators: OperatedCreator[]; nextCursor: string | null }> {
  const values: unknown[] = [...placeOf(cursor)];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [
    "not u.is_platform and u.erased_at is null",
    comesAfter("u.created_at", "u.id", ["$1", "$2"]),
    ...(state ? [inState[state]] : []),
    ...wordsOf(q).map((word) => `${userWords("u.")} like ${value(anywhere(word))}`),
  ];
  const { rows } = await pool.query<Placed>(
    `select u.id, ${placeMicros("u.created_at")} as "placeMicros" from users u
      where ${conditions.join(" and ")} order by u.created_at desc, u.id desc limit ${perPage + 1}`,
    values,
  );
  const { shown, nextCursor } = cutPage(rows, perPage);
  const ids = shown.map(({ id }) => id);
  const [found, sold] = await Promise.all([
    selectCreators(pool, ids, clock.now()),
    countSoldInAll({ pool }, ids),
  ]);
  const creators = found.map(({ suspendedFor, suspendedAt, plan, ...creator }) => ({
    ...creator,
    ...(sold.get(creator.id) ?? { orderCount: 0, soldCents: 0 }),
    plan: config.plans ? plan : null,
    suspension: suspendedAt === null ? null : { reason: suspendedFor ?? "", since: suspendedAt },
  }));
  return { creators, nextCursor };
}

/** In the order of their ids here. */
const selectCreators = statement("operator_select_creators")<
  Omit<OperatedCreator, "plan" | "suspension" | keyof SoldInAll> & {
    plan: "STARTER" | "PRO" | "ENTERPRISE";
    suspendedFor: string | null;
    suspendedAt: Date | null;
  },
  [ids: string[], now: Date]
>(
  `select u.id, u.handle, ${creatorName("u")} as name, u.email, ${refundPolicy("u")} as "refundPolicy", ${creatorPlan("u", "$2::timestamptz")} as plan,
          case when x.owner_id is not null then 'SUSPENDED' when d.owner_id is not null then 'DELETING' else 'ACTIVE' end as state,
          x.reason as "suspendedFor", x.created_at as "suspendedAt",
          (select count(*)::int from abuse_reports r where r.owner_id = u.id and r.closed_at is null) as "openReports",
          c.owner_id is not null as "codesOff", s.ends_at as "resetEndsAt",
          u.created_at as "createdAt"
     from unnest($1::uuid[]) with ordinality chosen (id, place)
     join users u on u.id = chosen.id
     left join store_suspensions x on x.owner_id = u.id
     left join account_deletions d on d.owner_id = u.id
     left join emailed_codes_off c on c.owner_id = u.id
     left join sign_in_resets s on s.owner_id = u.id
    order by chosen.place`,
);
