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
  close(): Promise<void>;
};

const retryMs = 500;
/** A connection that died in silence (a pulled cable, a firewall) is noticed by asking. */
const askEveryMs = 10_000;

/**
 * Listens past any pooler; reconnects by itself, and then tells every listener that it may have missed something. Where the
 * database has no notifications nobody is ever called.
 */
export async function openNotifications({
  directUrl,
  listens,
}: Pick<DatabaseAccess, "directUrl" | "listens">): Promise<Notifications> {
  if (!listens) return { arrive: false, listen: async () => {}, close: async () => {} };
  const handlers = new Map<Channel, ((payload: string) => void)[]>();
  let client: pg.Client | undefined;
  let closed = false;
  let listening: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;

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

  function reconnect(lost: pg.Client) {
    if (closed || client !== lost || retry) return;
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
  const asking = setInterval(() => {
    const asked = client;
    asked?.query("select 1").catch(() => reconnect(asked));
  }, askEveryMs);
  asking.unref();
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
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(asking);
      await listening;
      await client?.end().catch(() => {});
    },
  };
}
