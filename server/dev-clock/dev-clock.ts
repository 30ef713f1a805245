import { lte, sql } from "drizzle-orm";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/database/client.ts";
import { retryOnLostConnection } from "#server/database/retry-on-lost-connection.ts";
import type { Notifications } from "#server/database/notifications.ts";
import { devClock, mostAheadMinutes } from "#server/database/schema/dev-clock.ts";
import { Conflict } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** The clock of a shop in local mode. It is moved on, never back: what has happened meanwhile stays. */
export type DevClock = Clock & {
  /** How far it is ahead of the machine's. */
  aheadMinutes(): number;
  /**
   * Moves it on for all processes, in one transaction with what `within` does: this one goes by it when the promise ends,
   * the others within milliseconds. Throws 409 past `mostAheadMinutes`.
   */
  advance(minutes: number, within: (tx: Db) => Promise<void>): Promise<void>;
};

type Dependencies = Pick<Services, "db" | "pool" | "log"> & { notifications: Notifications };

/** The clock that the database keeps for a shop, ahead of `machine`. */
export async function openDevClock(
  { db, pool, notifications, log }: Dependencies,
  machine: Clock,
): Promise<DevClock> {
  let aheadMinutes = 0;
  // News may overtake each other; the clock goes on only.
  const moveTo = (minutes: number): void => {
    aheadMinutes = Math.max(aheadMinutes, minutes);
  };
  const read = async (): Promise<void> => {
    const [row] = await db.select({ minutes: devClock.aheadMinutes }).from(devClock);
    moveTo(row?.minutes ?? 0);
  };
  const look = () =>
    void retryOnLostConnection(read).catch((error: unknown) =>
      log.error({ err: error }, "the shop's clock was not read"),
    );
  await notifications.listen("clock_moved", (minutes) => {
    if (minutes) return moveTo(Number(minutes));
    // The connection was lost, and a move may have been missed.
    look();
  });
  if (!notifications.arrive) {
    const timer = setInterval(() => (pool.ending ? clearInterval(timer) : look()), 1_000);
    timer.unref();
  }
  await read();

  return {
    now: () => new Date(machine.now().getTime() + aheadMinutes * 60_000),
    aheadMinutes: () => aheadMinutes,
    async advance(minutes, within) {
      const moved = await db.transaction(async (tx) => {
        const [row] = await tx
          .update(devClock)
          .set({ aheadMinutes: sql`${devClock.aheadMinutes} + ${minutes}` })
          .where(lte(devClock.aheadMinutes, mostAheadMinutes - minutes))
          .returning({ aheadMinutes: devClock.aheadMinutes });
        if (!row) throw Conflict("The clock goes ten years ahead at most");
        await within(tx);
        await tx.execute(sql`select pg_notify('clock_moved', ${String(row.aheadMinutes)})`);
        return row.aheadMinutes;
      });
      moveTo(moved);
    },
  };
}
