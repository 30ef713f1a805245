import { expect, test } from "vitest";
import type { PlantedBug } from "#tests/money/faults.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { openCartShop, runCartDays } from "./cart-days.ts";

const mostSeeds = isLongRun ? 40 : 10;

/** Each is a mistake that somebody could make; the random days of carts must notice every one of them. */
const bugs: Record<string, NonNullable<PlantedBug["statement"]>> = {
  "a mail without an answer counts as sent": {
    find: "then 'FAILED' else $2 end",
    replace: "then 'FAILED' when $2 = 'UNKNOWN' then 'SENT' else $2 end",
  },
  "who is held back is written to": {
    find: "set stopped = $2, next_mail_at = null",
    replace: "set stopped = nullif($2, 'HELD_BACK'), next_mail_at = null",
  },
};

for (const [name, statement] of Object.entries(bugs)) {
  test(`the days of carts notice it when ${name}`, async () => {
    const shop = await openCartShop();
    for (const { faults } of shop.processes) faults.plant({ statement });
    let problems: string[] = [];
    for (let seed = 1; problems.length === 0 && seed <= mostSeeds; seed++)
      problems = await runCartDays(shop, seed).catch((error: unknown) => [String(error)]);
    expect(problems, `not noticed by ${mostSeeds} runs`).not.toEqual([]);
  });
}
