import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getHealth } from "#contract/health.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { callApi } from "#web/api.ts";
import { shopNow } from "#web/shop-now.ts";
import { timeAgo, timeUntil } from "#web/ui/dates.ts";
import { useNow } from "./use-now.ts";

const dayMs = 86_400_000;
const fortyDays = 40 * 1_440;

function Countdown({ end }: { end: number }) {
  return <p>Ends {timeUntil(new Date(end), useNow().getTime())}</p>;
}

test("an open countdown follows the shop's clock as soon as an answer shows that it was moved", async () => {
  await renderScreen(<Countdown end={Date.now() + 42.5 * dayMs} />);
  await expect.element(page.getByText("Ends in 42 days")).toBeVisible();
  server.moveClock(fortyDays);
  await callApi(getHealth);
  await expect.element(page.getByText("Ends in 2 days")).toBeVisible();
});

test("a page that the server drew counts by the shop's clock from the start", async () => {
  document.documentElement.dataset["aheadMinutes"] = String(fortyDays);
  await renderScreen(<Countdown end={Date.now() + 42.5 * dayMs} />);
  await expect.element(page.getByText("Ends in 2 days")).toBeVisible();
  expect(timeAgo(new Date())).toBe("40 days ago");
  expect(shopNow().getTime()).toBeGreaterThan(Date.now() + 39 * dayMs);
});
