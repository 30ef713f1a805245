/** At most `limit` requests in `seconds`, of one person or of the whole app. */
export type RateRule = { limit: number; seconds: number; of: "person" | "app" };

type Window = { startedAt: number; used: number };

export type RateWindows = ReturnType<typeof createRateWindows>;

/** Windows begin with their first request and end all at once, as X's do. */
export function createRateWindows(now: () => Date) {
  const windows = new Map<string, Window>();
  return {
    /**
     * Counts a request. Answers the headers that tell of its windows, and whether one of them was used up already, in
     * which case nothing is counted.
     */
    count(name: string, personId: string | undefined, rules: readonly RateRule[]) {
      const seconds = now().getTime() / 1000;
      const states = rules.map((rule) => {
        const key = `${name}|${rule.seconds}|${rule.of === "person" ? personId : "app"}`;
        const standing = windows.get(key);
        const window =
          standing && seconds < standing.startedAt + rule.seconds
            ? standing
            : { startedAt: seconds, used: 0 };
        windows.set(key, window);
        return { rule, window };
      });
      const isExceeded = states.some(({ rule, window }) => window.used >= rule.limit);
      if (!isExceeded) for (const { window } of states) window.used++;
      const headers = Object.fromEntries(
        states.flatMap(({ rule, window }) => [
          [`${headerOf(rule)}-limit`, `${rule.limit}`],
          [`${headerOf(rule)}-remaining`, `${Math.max(0, rule.limit - window.used)}`],
          [`${headerOf(rule)}-reset`, `${Math.ceil(window.startedAt + rule.seconds)}`],
        ]),
      );
      return { isExceeded, headers };
    },
  };
}

const headerOf = ({ seconds, of }: RateRule) =>
  seconds < 86_400 ? "x-rate-limit" : `x-${of === "person" ? "user" : "app"}-limit-24hour`;
