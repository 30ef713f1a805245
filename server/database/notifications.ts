import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseAccess } from "./database-access.ts";
import { unlimitedSessionAt } from "./session-settings.ts";

export type Channel = "job_outbox" | "storefront_changed" | "sandbox_events" | "social_work" | "clock_moved";

/** PostgreSQL's LISTEN on one connection of its own, for the whole process. */
export type Notifications = {
  /** Whether anything is ever told. Where nothing is, whoever listens has to look by itself. */
  arrive: boolean;
  /**
   * Calls back on every notification, and once with an empty payload after a lost connection came back. What is told once
   * the promise has ended is heard.
   */
  listen(channel: Channel, handler: (payload: string) => void): Promise<void>;
  /**
   * Whether all that was told until half a second ago has been heard. Whoever asks again and again keeps it so: the connection
   * is asked now and then, and only while somebody wants to know.
   */
  areCurrent(): boolean;
  /** The same, having asked the connection where it has been quiet; false where it does not answer at once. */
  catchUp(): Promise<boolean>;
  close(): Promise<void>;
};

const retryMs = 500;
/** A connection that died in silence (a pulled cable, a firewall) is noticed by asking. */
const askEveryMs = 10_000;
/** Together they stay below the second after which nothing old may be shown. */
const currentMs = 500;
const answerMs = 400;

/**
 * Listens past any pooler; reconnects by itself, and then tells every listener that it may have missed something. Where the
 * database has no notifications nobody is ever called.
 */
export async function openNotifications({
  directUrl,
  listens,
}: Pick<DatabaseAccess, "directUrl" | "listens">): Promise<Notifications> {
  if (!listens)
    return {
      arrive: false,
      listen: async () => {},
      areCurrent: () => false,
      catchUp: async () => false,
      close: async () => {},
    };
  const handlers = new Map<Channel, ((payload: string) => void)[]>();
  let client: pg.Client | undefined;
  let closed = false;
  let listening: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  /** Everything told before this moment has been heard. */
  let heardUntil = -Infinity;
  let asked: Promise<void> | undefined;

  async function connect() {
    const next = new pg.Client({
      ...unlimitedSessionAt(directUrl),
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: "openstall notifications",
    });
    next.on("notification", ({ channel, payload }) => {
      for (const handler of handlers.get(channel as Channel) ?? []) handler(payload ?? "");
    });
    next.on("error", () => reconnect(next));
    next.on("end", () => reconnect(next));
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.query(`listen ${channel}`);
    } catch (error) {
      void next.end().catch(() => {});
      throw error;
    }
    client = next;
  }

  /** PostgreSQL sends what it has to tell before it answers, and all of it on one connection. */
  function ask(): Promise<void> {
    const connection = client;
    if (!connection || retry) return Promise.reject(new Error("nobody listens at the moment"));
    asked ??= (async () => {
      const since = performance.now();
      await connection.query("select 1");
      if (client === connection && !retry) heardUntil = since;
    })().finally(() => (asked = undefined));
    asked.catch(() => reconnect(connection));
    return asked;
  }

  function reconnect(lost: pg.Client) {
    if (closed || client !== lost || retry) return;
    heardUntil = -Infinity;
    void lost.end().catch(() => {});
    retry = setTimeout(() => {
      retry = undefined;
      connect().then(
        () => {
          for (const list of handlers.values()) for (const handler of list) handler("");
        },
        () => reconnect(lost),
      );
    }, retryMs);
  }

  await connect();
  const asking = setInterval(() => void ask().catch(() => {}), askEveryMs);
  asking.unref();
  const areCurrent = () => {
    const age = performance.now() - heardUntil;
    if (age > currentMs / 2) void ask().catch(() => {});
    return age < currentMs;
  };
  return {
    arrive: true,
    listen(channel, handler) {
      const list = handlers.get(channel);
      if (list) list.push(handler);
      else {
        handlers.set(channel, [handler]);
        // One after the other: a connection takes one statement at a time.
        listening = listening
          .then(() => client?.query(`listen ${channel}`))
          .then(
            () => {},
            () => {},
          );
      }
      return listening;
    },
    areCurrent,
    async catchUp() {
      if (areCurrent()) return true;
      const giveUp = new AbortController();
      const timeUp = sleep(answerMs, undefined, { signal: giveUp.signal }).catch(() => {});
      await Promise.race([ask().catch(() => {}), timeUp]);
      giveUp.abort();
      return areCurrent();
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(asking);
      await listening;
      await client?.end().catch(() => {});
    },
  };
}
