import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";
import type { StatementWatcher } from "./watch-statements.ts";

/** Where to say which statements take how long; from `ms` milliseconds on. */
export type SlowStatements = { ms: number; log: Pick<FastifyBaseLogger, "warn"> };

/** What an operator wants to hear of them. */
export const slowStatements = (
  { slowStatementMs: ms }: Pick<Config, "slowStatementMs">,
  log: SlowStatements["log"],
): SlowStatements | undefined => (ms > 0 ? { ms, log } : undefined);

/**
 * Names every statement that took long in the log: by its name, or by the beginning of its text, which is ours; never with
 * its values.
 */
export const nameSlowStatements =
  ({ ms, log }: SlowStatements): StatementWatcher =>
  ({ name, text }) => {
    const begun = performance.now();
    return () => {
      const took = performance.now() - begun;
      if (took < ms) return;
      const statement = name ?? text.replaceAll(/\s+/g, " ").trim().slice(0, 200);
      log.warn({ statement, ms: Math.round(took) }, "slow statement");
    };
  };
