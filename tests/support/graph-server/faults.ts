import type { Random } from "#tests/support/stripe-server/random.ts";

/**
 * What can go wrong with a call:
 * - `answer_lost` all happened, the connection breaks before the answer
 * - `not_json` all happened, the answer cannot be read
 * - `failed_before`, `failed_after` a 500 of code 2; nothing happened, or all of it
 * - `sent_after_all` all happened, and the answer is error 1/1357046
 * - `time_out_before`, `time_out_after` no answer ever comes; nothing happened, or all of it
 * - `rate_limited`, `token_invalid`, `window_closed`, `restricted`, `access_off` a refusal without effect
 * - `slow` all is well, `slowMs` late
 */
export const faultKinds = [
  "answer_lost",
  "not_json",
  "failed_before",
  "failed_after",
  "sent_after_all",
  "time_out_before",
  "time_out_after",
  "rate_limited",
  "token_invalid",
  "window_closed",
  "restricted",
  "access_off",
  "slow",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Calls that send something: the default for what goes wrong. */
export const sends = /^POST .*\/(messages|replies|comments)$/;

/** Decides which calls go wrong, by plan or by a seeded chance. */
export function createFaults() {
  let planned: { kind: FaultKind; match: RegExp; times: number }[] = [];
  let chance: { random: Random; rate: number; kinds: readonly FaultKind[]; match: RegExp } | undefined;
  return {
    slowMs: 2_000,
    /** The next call that matches (`POST /graph.instagram.com/v26.0/1784…/messages`), and `times - 1` after it. */
    next(kind: FaultKind, match: RegExp = sends, times = 1) {
      planned.push({ kind, match, times });
    },
    /** From now on each call that matches goes wrong with this probability (0 to 1). */
    byChance(random: Random, rate: number, kinds: readonly FaultKind[] = faultKinds, match: RegExp = sends) {
      chance = { random, rate, kinds, match };
    },
    heal() {
      planned = [];
      chance = undefined;
    },
    /** What goes wrong with this call, if anything. */
    take(call: string): FaultKind | undefined {
      const plan = planned.find(({ match }) => match.test(call));
      if (plan) {
        plan.times--;
        if (plan.times === 0) planned = planned.filter((other) => other !== plan);
        return plan.kind;
      }
      if (!chance?.match.test(call) || chance.random.next() >= chance.rate) return undefined;
      return chance.kinds[Math.floor(chance.random.next() * chance.kinds.length)];
    },
  };
}

export type Faults = ReturnType<typeof createFaults>;
