import type pg from "pg";
import { brokenConstraint } from "#server/database/client.ts";
import { hotStatement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { listFreeTimes, type Except, type Offer } from "./free-times.ts";

/**
 * Whoever takes some of a creator's time waits for who took some before, until the end of the transaction, and frees what is
 * held no longer: no constraint can read the clock.
 */
export async function lockBookings(client: pg.PoolClient, ownerId: string, now: Date): Promise<void> {
  await lock(client, ownerId);
  await releaseExpired(client, ownerId, now);
}

/** 409 with the next free times. */
export async function timeTaken(client: pg.PoolClient, offer: Offer, now: Date, except: Except) {
  const { starts } = await listFreeTimes(client, offer, undefined, now, except);
  return Conflict(takenText, "TIME_TAKEN", {
    nextTimes: starts.slice(0, 5).map((start) => start.toISOString()),
  });
}

/** What the constraint refused is taken, too: somebody was faster. */
export const wasTaken = (error: unknown): boolean => brokenConstraint(error) === "bookings_no_overlap";

export const takenText = "This time has just been taken. Please choose another one.";

const lock = hotStatement("bookings_lock")<never, [ownerId: string]>(
  "select from (select pg_advisory_xact_lock(hashtextextended('bookings:' || $1::text, 0))) locked",
);

const releaseExpired = hotStatement("bookings_release_expired")<never, [ownerId: string, now: Date]>(
  `update bookings set state = 'RELEASED', expires_at = null, network = null
    where owner_id = $1 and state = 'HELD' and expires_at <= $2`,
);
