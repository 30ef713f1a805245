import { expect, test } from "vitest";
import { couponStatus, isExpiringSoon } from "./coupon-status.ts";

const now = new Date("2026-11-21T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const open = { active: true, validFrom: inDays(-1), validUntil: null, usageLimit: null, usageCount: 0 };

test.each([
  ["Active", open],
  ["Active", { ...open, validUntil: inDays(1).toISOString(), usageLimit: 2, usageCount: 1 }],
  ["Exhausted", { ...open, usageLimit: 2, usageCount: 2 }],
  ["Expired", { ...open, validUntil: now, usageLimit: 2, usageCount: 2 }],
  ["Scheduled", { ...open, validFrom: inDays(1), validUntil: inDays(-1), usageLimit: 2, usageCount: 2 }],
  ["Inactive", { ...open, active: false, validFrom: inDays(1), validUntil: inDays(-1) }],
] as const)("a coupon is %s as %o", (status, coupon) => {
  expect(couponStatus(coupon, now)).toBe(status);
});

test("an active coupon expires soon when it ends within 7 days", () => {
  expect(isExpiringSoon({ ...open, validUntil: inDays(7) }, now)).toBe(true);
  expect(isExpiringSoon({ ...open, validUntil: inDays(7.01) }, now)).toBe(false);
  expect(isExpiringSoon(open, now)).toBe(false);
  expect(isExpiringSoon({ ...open, validUntil: inDays(3), active: false }, now)).toBe(false);
  expect(isExpiringSoon({ ...open, validUntil: inDays(-1) }, now)).toBe(false);
});
