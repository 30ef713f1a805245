import pg from "pg";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";

/** Where to say which statements take how long; from `ms` milliseconds on. */
export type SlowStatements = { ms: number; log: Pick<FastifyBaseLogger, "warn"> };

/** What an operator wants to hear of them. */
export const slowStatements = (
  { slowStatementMs: ms }: Pick<Config, "slowStatementMs">,
  log: SlowStatements["log"],
): SlowStatements | undefined => (ms > 0 ? { ms, log } : undefined);

type Send = (...asked: unknown[]) => unknown;
type Told = (...result: unknown[]) => void;

/**
 * Has every statement of a pool's connections that took long named in the log: by its name, or by the beginning of its text,
 * which is ours; never with its values. What is read row by row takes as long as whoever reads it, and is not timed.
 */
export function nameSlowStatements(pool: pg.Pool, { ms, log }: SlowStatements): void {
  const note = (asked: unknown, begun: number) => {
    const took = performance.now() - begun;
    if (took >= ms) log.warn({ statement: nameOf(asked), ms: Math.round(took) }, "slow statement");
  };
  pool.on("connect", (client) => {
    const own = Object.hasOwn(client, "query") ? (client.query as Send) : undefined;
    const send: Send = (...asked) => (own ?? (pg.Client.prototype.query as Send)).apply(client, asked);
    client.query = ((...given: unknown[]) => {
      const [asked] = given;
      if (typeof asked === "object" && asked !== null && "submit" in asked) return send(...given);
      const begun = performance.now();
      const told = given.findIndex((one) => typeof one === "function");
      if (told >= 0) {
        const callback = given[told] as Told;
        return send(
          ...given.with(told, (...result: unknown[]) => {
            note(asked, begun);
            callback(...result);
          }),
        );
      }
      const done = send(...given);
      const end = () => note(asked, begun);
      if (done instanceof Promise) done.then(end, end);
      return done;
    }) as typeof client.query;
  });
}

function nameOf(asked: unknown): string {
  const { name, text = "" } = (typeof asked === "string" ? { text: asked } : asked) as {
    name?: string;
    text?: string;
  };
  return name ?? text.replaceAll(/\s+/g, " ").trim().slice(0, 200);
}
