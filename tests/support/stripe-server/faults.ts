import type { Random } from "./random.ts";

/**
 * What can go wrong between us and the provider:
 * - `refuse` the connection breaks before anything is read
 * - `time_out_before`, `time_out_after` no answer ever comes; nothing happened, or all of it
 * - `unavailable_before`, `unavailable_after` a 503 from the edge; the key, if it was used, holds the real answer
 * - `failed_before`, `failed_after` a 500 from within, kept under the idempotency key; without and with the effect
 * - `rate_limited` a 429 without effect
 * - `reset` all happened, the answer breaks off in its middle
 * - `malformed` all happened, the answer is no JSON
 * - `slow` all is well, late
 */
export const faultKinds = [
  "refuse",
  "time_out_before",
  "time_out_after",
  "unavailable_before",
  "unavailable_after",
  "failed_before",
  "failed_after",
  "rate_limited",
  "reset",
  "malformed",
  "slow",
] as const;
export type FaultKind = (typeof faultKinds)[number];

type Planned = { kind: FaultKind; match: RegExp; times: number };
type Chance = { random: Random; rate: number; kinds: readonly FaultKind[] };

/** Decides which requests go wrong, by plan or by a seeded chance. */
export function createFaults() {
  let planned: Planned[] = [];
  let chance: Chance | undefined;
  return {
    /** How late a `slow` answer is. */
    slowMs: 2_000,
    /** The next request like `POST /v1/refunds` that matches goes wrong, and as many after it as `times` says. */
    next(kind: FaultKind, match: RegExp = /^/, times = 1) {
      planned.push({ kind, match, times });
    },
    /** From now on each request goes wrong with this probability (0 to 1). */
    byChance(random: Random, rate: number, kinds: readonly FaultKind[] = faultKinds) {
      chance = { random, rate, kinds };
    },
    heal() {
      planned = [];
      chance = undefined;
    },
    /** What goes wrong with this request, if anything. */
    take(request: string): FaultKind | undefined {
      const plan = planned.find(({ match }) => match.test(request));
      if (plan) {
        plan.times--;
        if (plan.times === 0) planned = planned.filter((other) => other !== plan);
        return plan.kind;
      }
      if (chance === undefined || chance.random.next() >= chance.rate) return undefined;
      return chance.kinds[Math.floor(chance.random.next() * chance.kinds.length)];
    },
  };
}

export type Faults = ReturnType<typeof createFaults>;
