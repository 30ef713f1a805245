import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** Told of each statement as it is sent; what it answers is called at its end, with what went wrong. */
export type StatementWatcher = (asked: {
  name?: string | undefined;
  text: string;
}) => ((failure?: unknown) => void) | undefined;

type Send = (...asked: unknown[]) => unknown;
type Told = (...result: unknown[]) => void;

/**
 * Has every statement of a pool's connections watched. What is read row by row takes as long as whoever reads it, and is not
 * watched.
 */
export function watchStatements(pool: pg.Pool, watchers: readonly StatementWatcher[]): void {
  pool.on("connect", (client) => {
    const own = Object.hasOwn(client, "query") ? (client.query as Send) : undefined;
    const send: Send = (...asked) => (own ?? (pg.Client.prototype.query as Send)).apply(client, asked);
    client.query = ((...given: unknown[]) => {
      const [asked] = given;
      if (typeof asked === "object" && asked !== null && "submit" in asked) return send(...given);
      const ends = watchers.map((watcher) => watcher(described(asked)));
      const end = (failure?: unknown) => ends.forEach((each) => each?.(failure));
      const told = given.findIndex((one) => typeof one === "function");
      if (told >= 0) {
        const callback = given[told] as Told;
        return send(
          ...given.with(told, (...result: unknown[]) => {
            end(result[0] ?? undefined);
            callback(...result);
          }),
        );
      }
      const done = send(...given);
      if (done instanceof Promise)
        done.then(
          () => end(),
          (failure: unknown) => end(failure),
        );
      return done;
    }) as typeof client.query;
  });
}

const described = (asked: unknown) =>
  typeof asked === "string" ? { text: asked } : (asked as { name?: string; text: string });

/**
 * Has who waits for a connection go on as themselves: the pool hands one over as whoever gave it back, and whatever is told
 * by `AsyncLocalStorage` would be theirs.
 */
export function keepCallers(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: Told) => unknown;
  pool.connect = ((callback?: Told) =>
    connect(callback && AsyncLocalStorage.bind(callback))) as typeof pool.connect;
}
