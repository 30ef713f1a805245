import { expect, test } from "vitest";
import type { Order } from "./use-order.ts";
import { mayComeBack } from "./use-asked-again.ts";

test("only an order that was just paid, and was not opened by its receipt, is asked about again", () => {
  const paid = (ago: number, status: Order["order"]["status"] = "PAID") => ({
    order: { status, createdAt: new Date(Date.now() - ago).toISOString() } as Order["order"],
  });
  const hour = 3_600_000;
  expect(mayComeBack(paid(hour), undefined)).toBe(true);
  expect(mayComeBack(paid(25 * hour), undefined)).toBe(false);
  expect(mayComeBack(paid(hour), "a receipt's token")).toBe(false);
  expect(mayComeBack(paid(hour, "PENDING"), undefined)).toBe(false);
});
