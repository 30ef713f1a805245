import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { statement } from "./statement.ts";

/** A copy of the database that follows it, for reads of creators' desks. */
export type Replica = {
  /** Whether it answers, and is at most ten seconds behind; asked at most once a second, and said in the log where that changes. */
  isClose(): Promise<boolean>;
};

const askEveryMs = 1_000;
/** It is asked again only so often while it is away: who reads meanwhile waits for nobody. */
const restMs = 5_000;
const answerMs = 1_000;
const retryMs = 50;
/** How far behind it may be. Whoever has written within the minute does not read there; see `own-writes.ts`. */
const behindMs = 10_000;

/** `replica` and `primary` are connections to each; `elapsed` in milliseconds. */
export function watchReplica(
  replica: pg.Pool,
  primary: pg.Pool,
  log: Pick<FastifyBaseLogger, "warn" | "info">,
  elapsed: () => number = () => performance.now(),
): Replica {
  /** Where the primary's log was, and when; the oldest first. */
  let places: { at: number; place: number }[] = [];
  let known: { close: boolean; until: number } | undefined;
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const at = elapsed();
    const why = await Promise.race([reasonAgainst(at), silence()]).catch((error: unknown) => String(error));
    if (why !== undefined && known?.close !== false)
      log.warn({ reason: why }, "the replica is not read from: desks read from the primary");
    if (why === undefined && known?.close === false) log.info("the replica is read from again");
    const close = why === undefined;
    known = { close, until: elapsed() + (close ? askEveryMs : restMs) };
    return close;
  }

  async function reasonAgainst(at: number): Promise<string | undefined> {
    const [here] = await selectWritten(primary);
    if (!here || here.place === null) return "the primary does not say where it is";
    // What is written after this moment is behind this place.
    places.push({ at, place: here.place });
    places = places.filter((one) => at - one.at <= behindMs);
    for (;;) {
      const [there] = await selectReplayed(replica);
      const replayed = there?.place ?? undefined;
      if (replayed === undefined) return "it follows nobody";
      const last = places.findLastIndex(({ place }) => place <= replayed);
      places = places.slice(Math.max(last, 0));
      if (last >= 0) return undefined;
      if (elapsed() - at > answerMs) return "it is more than ten seconds behind";
      await sleep(retryMs);
    }
  }

  return {
    async isClose() {
      if (known && elapsed() < known.until) return known.close;
      asking ??= ask().finally(() => (asking = undefined));
      return asking;
    },
  };
}

const silence = () => sleep(2 * answerMs, "it does not answer", { ref: false });

/** Null on a server that follows nobody. */
const selectReplayed = statement("database_replayed_place")<{ place: number | null }, []>(
  "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as place",
);

const selectWritten = statement("database_written_place")<{ place: number | null }, []>(
  "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as place",
);
