import { expect, test } from "vitest";
import { isLongRun } from "#tests/support/long-run.ts";
import { openCartShop, runCartDays } from "./cart-days.ts";

// As in random-afternoons.test.ts: SCHEDULE_SEED=17 npx vitest run tests/messages/cart-days
const count = Number(process.env["SCHEDULES"] ?? (isLongRun ? 100 : 5));
const only = process.env["SCHEDULE_SEED"];
const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, n) => n + 1);

const shop = await openCartShop();

test(
  `${seeds.length} random days of carts with kills, lost answers, payments and people who say no: nobody is mailed twice, nobody after that, and the sums close`,
  { timeout: 60_000 + seeds.length * 15_000 },
  async () => {
    for (const seed of seeds) expect((await runCartDays(shop, seed)).join("\n"), `seed ${seed}`).toBe("");
  },
);
