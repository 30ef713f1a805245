import type pg from "pg";
import { coalesce, type Coalesced } from "#server/jobs/coalesce.ts";
import type { Channel } from "./notifications.ts";

const waking = new WeakMap<pg.Pool, Map<Channel, Coalesced>>();

/**
 * Tells every process that listens on a channel that there is something to do. Call it after the commit: transactions
 * that notify commit one after the other, which costs most of a busy shop's speed. Calls that come while one is under way
 * are one. A lost notification is made up for within a second by the listeners' own look around.
 */
export function wakeListeners(pool: pg.Pool, channel: Channel): void {
  const channels = waking.get(pool) ?? new Map<Channel, Coalesced>();
  waking.set(pool, channels);
  const statement = { name: "wake_listeners", text: "select pg_notify($1, '')", values: [channel] };
  const waker =
    channels.get(channel) ??
    coalesce(
      () => pool.query(statement),
      () => {},
    );
  channels.set(channel, waker);
  waker.run();
}
