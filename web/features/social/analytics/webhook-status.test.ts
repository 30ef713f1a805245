import { expect, test } from "vitest";
import { webhookStatus } from "./webhook-status.ts";

const platform = (lastEventAt: string | null) => ({
  platform: "INSTAGRAM" as const,
  available: true,
  webhookUrl: "https://shop.example.com/webhook/instagram",
  lastEventAt,
});

test("webhooks are done once an event of a real account came", () => {
  expect(webhookStatus([platform("2026-11-21T10:00:00Z")], [{ connection: "OAUTH" }]).done).toBe(true);
  expect(webhookStatus([platform(null)], [{ connection: "OAUTH" }]).done).toBe(false);
});

test("a creator with demo accounts alone is not told that something is missing", () => {
  const { done, text } = webhookStatus([platform(null)], [{ connection: "DEMO" }]);
  expect(done).toBe(false);
  expect(text).toContain("work without webhooks");
  expect(webhookStatus([platform(null)], [{ connection: "DEMO" }, { connection: "MANUAL" }]).text).toContain(
    "Nothing has arrived",
  );
});
