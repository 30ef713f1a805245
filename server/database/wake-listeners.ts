import type pg from "pg";
import type { Channel } from "./notifications.ts";

type Waking = { isUnderWay: boolean; again: boolean };
const waking = new WeakMap<pg.Pool, Map<Channel, Waking>>();

/**
 * Tells every process that listens on a channel that there is something to do. Call it after the commit: transactions
 * that notify commit one after the other, which costs most of a busy shop's speed. Calls that come while one is under way
 * are one. A lost notification is made up for within a second by the listeners' own look around.
 */
export function wakeListeners(pool: pg.Pool, channel: Channel): void {
  const channels = waking.get(pool) ?? new Map<Channel, Waking>();
  waking.set(pool, channels);
  const state = channels.get(channel) ?? { isUnderWay: false, again: false };
  channels.set(channel, state);
  if (state.isUnderWay) {
    state.again = true;
    return;
  }
  state.isUnderWay = true;
  void pool
    .query({ name: "wake_listeners", text: "select pg_notify($1, '')", values: [channel] })
    .catch(() => {})
    .then(() => {
      const { again } = state;
      Object.assign(state, { isUnderWay: false, again: false });
      if (again) wakeListeners(pool, channel);
    });
}
