import { setTimeout } from "node:timers/promises";
import { ConfigError } from "#server/config.ts";

/**
 * One thing that was looked at. A `problem` keeps the store from working; a `warning` will hurt some day; a `question` can't be
 * answered from here.
 */
export type Finding = { level: "fine" | "question" | "warning" | "problem"; text: string };

export const fine = (text: string): Finding => ({ level: "fine", text });
export const question = (text: string): Finding => ({ level: "question", text });
export const warning = (text: string): Finding => ({ level: "warning", text });
export const problem = (text: string): Finding => ({ level: "problem", text });

/** Nothing that is asked may keep us waiting longer. */
const patienceMs = 15_000;

/** Whatever a check throws is what is wrong, and so is no answer. */
export async function checked(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  const silence = new AbortController();
  try {
    const tooLong = setTimeout(patienceMs, undefined, { signal: silence.signal }).then(() => [
      problem(`${what}: no answer in ${patienceMs / 1000} seconds`),
    ]);
    tooLong.catch(() => {});
    return await Promise.race([check(), tooLong]);
  } catch (error) {
    // The sentences of a start that fails, word for word: they name the variable themselves.
    if (error instanceof ConfigError) return error.problems.map(problem);
    return [problem(`${what}: ${error instanceof Error ? error.message : String(error)}`)];
  } finally {
    silence.abort();
  }
}
