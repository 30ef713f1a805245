import type { MembershipFigures } from "#contract/analytics/memberships.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import {
  type Asked,
  bucketsOf,
  type Counted,
  countedRange,
  type Needs,
} from "#server/features/analytics/counted-range.ts";
import { changeOf, differenceOf, percentOf } from "#server/features/analytics/rates.ts";
import { type MovementSums, selectAtRisk, selectCohorts, selectMovements } from "./movement-sums.ts";

/** Recurring revenue and what moved it, members, trials, churn and cohorts of a period. */
export async function getMembershipFigures(
  needs: Needs,
  ownerId: string,
  { granularity, ...asked }: Asked & { granularity: Granularity },
): Promise<MembershipFigures> {
  const { pool } = needs;
  const counted = await countedRange(needs, ownerId, asked);
  const { range, to, previous } = counted;
  const productId = asked.productId ?? null;
  const buckets = await bucketsOf(needs, counted, granularity);
  // The time before, what lies between it and this one, and this one.
  const before = previous ? [previous.from, previous.to] : [];
  const starts = [...before, ...buckets.map(({ starts }) => starts)];
  const rows = await selectMovements(pool, ownerId, starts, to, productId);
  const parts = Array.from({ length: starts.length + 1 }, (_, part) => rows.find((row) => row.part === part));
  const levels = levelsOf(parts);
  const first = before.length + 1;
  const [start, end] = [levels[first - 1], levels.at(-1)];
  if (!start || !end) throw new Error("the movements were not counted");
  const moved = sumOf(parts.slice(first));
  const churnRate = percentOf(moved.left, start.members);
  const startBefore = previous && levels[0];
  const leftBefore = parts[1]?.left ?? 0;
  const [atRisk] = range.isSoFar ? await selectAtRisk(pool, ownerId, to, productId) : [];
  return {
    range,
    currency: "usd",
    startCents: start.mrrCents,
    ...movementsOf(moved),
    pausedCents: moved.pausedCents,
    endCents: end.mrrCents,
    mrrChange: changeOf(end.mrrCents, start.mrrCents),
    startMembers: start.members,
    newMembers: moved.joined,
    returnedMembers: moved.returned,
    leftMembers: moved.left,
    pausedMembers: moved.paused,
    endMembers: end.members,
    atRisk: atRisk ?? null,
    churnRate,
    churnRateChange: differenceOf(churnRate, startBefore ? percentOf(leftBefore, startBefore.members) : null),
    trials: end.trials,
    startedTrials: moved.started,
    convertedTrials: moved.converted,
    lostTrials: moved.lost,
    days: buckets.flatMap(({ date, until }, index) => {
      const level = levels[first + index];
      return level ? [{ date, until, ...level, ...movementsOf(parts[first + index] ?? nothingMoved) }] : [];
    }),
    cohorts: await cohortsOf(needs, ownerId, counted, productId),
  };
}

type Level = Pick<MovementSums, "mrrCents" | "members" | "trials">;

/** How things stood at the end of each part. */
function levelsOf(parts: (MovementSums | undefined)[]): Level[] {
  let level: Level = { mrrCents: 0, members: 0, trials: 0 };
  return parts.map((part) => {
    if (part)
      level = {
        mrrCents: level.mrrCents + part.mrrCents,
        members: level.members + part.members,
        trials: level.trials + part.trials,
      };
    return level;
  });
}

type Moved = Omit<MovementSums, "part" | keyof Level>;

const nothingMoved: Moved = {
  newCents: 0,
  expansionCents: 0,
  reactivationCents: 0,
  contractionCents: 0,
  churnCents: 0,
  pausedCents: 0,
  joined: 0,
  returned: 0,
  left: 0,
  paused: 0,
  started: 0,
  converted: 0,
  lost: 0,
};

function sumOf(parts: (MovementSums | undefined)[]): Moved {
  const sum = { ...nothingMoved };
  const names = Object.keys(nothingMoved) as (keyof Moved)[];
  for (const part of parts) if (part) for (const name of names) sum[name] += part[name];
  return sum;
}

const movementsOf = (moved: Moved) => ({
  newCents: moved.newCents,
  expansionCents: moved.expansionCents,
  reactivationCents: moved.reactivationCents,
  contractionCents: moved.contractionCents,
  churnCents: moved.churnCents,
});

/** Of those who first paid in the months of the period, and at least the last twelve up to its end; at most 36. */
async function cohortsOf(
  needs: Needs,
  ownerId: string,
  counted: Counted,
  productId: string | null,
): Promise<MembershipFigures["cohorts"]> {
  const { range, to } = counted;
  const monthsBack = (months: number) => {
    const day = new Date(`${range.endDate.slice(0, 7)}-01T00:00Z`);
    day.setUTCMonth(day.getUTCMonth() - months);
    return day.toISOString().slice(0, 10);
  };
  const begun = `${range.startDate.slice(0, 7)}-01`;
  const startDate = [begun, monthsBack(11)].toSorted()[0] ?? begun;
  const months = await bucketsOf(
    needs,
    { ...counted, range: { ...range, startDate: [startDate, monthsBack(35)].toSorted()[1] ?? startDate } },
    "month",
  );
  const rows = await selectCohorts(
    needs.pool,
    ownerId,
    months.map(({ starts }) => starts),
    to,
    productId,
  );
  return months.flatMap(({ date }, index) => {
    const own = rows.filter(({ cohort }) => cohort === index + 1);
    const joined = own.reduce((sum, row) => sum + row.joined, 0);
    if (joined === 0) return [];
    let members = 0;
    const stayed = months.slice(index).map((_, later) => {
      members += own.find(({ month }) => month === index + 1 + later)?.members ?? 0;
      return members;
    });
    return [{ month: date.slice(0, 7), joined, stayed }];
  });
}
