/**
 * What can go wrong between us and X:
 * - `answer_lost` all happened, and the connection breaks before the answer
 * - `not_json` all happened, and the answer is a page of HTML
 * - `unavailable`, `unavailable_after` a 503; nothing happened, or all of it
 * - `no_answer` all happened, and nothing ever comes back
 * - `slow` all is well, `slowMs` late
 * - `unauthorized`, `rate_limited`, `forbidden` refused with 401, 429, 403
 */
export type FaultKind =
  | "answer_lost"
  | "not_json"
  | "unavailable"
  | "unavailable_after"
  | "no_answer"
  | "slow"
  | "unauthorized"
  | "rate_limited"
  | "forbidden";

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let planned: { kind: FaultKind; match: RegExp; times: number }[] = [];
  let byChance: ((request: string) => FaultKind | undefined) | undefined;
  return {
    slowMs: 2_000,
    /** The next request like `POST /2/webhooks` that matches goes wrong, and as many after it as `times` says. */
    next(kind: FaultKind, match: RegExp = /^/, times = 1) {
      planned.push({ kind, match, times });
    },
    /** Asked for every request that no plan is about. */
    choose(choice: (request: string) => FaultKind | undefined) {
      byChance = choice;
    },
    heal() {
      planned = [];
      byChance = undefined;
    },
    take(request: string): FaultKind | undefined {
      const plan = planned.find(({ match }) => match.test(request));
      if (!plan) return byChance?.(request);
      plan.times--;
      if (plan.times === 0) planned = planned.filter((other) => other !== plan);
      return plan.kind;
    },
  };
}
