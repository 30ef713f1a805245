import { expect, test } from "vitest";
import type { AdminOrderLine } from "./admin-order.ts";
import { amountProblem, centsOf, isWhole, type RefundDraft, understoodText } from "./refund-draft.ts";

const line = { refundableCents: 129_995 } as AdminOrderLine;
const typed = (amount: string): RefundDraft => ({ line, amount, chosen: true, restock: false });
const problemOf = (amount: string) => amountProblem(typed(amount), (cents) => `${cents} cents`);

test("an amount to refund is understood with a comma as with a dot", () => {
  for (const amount of ["1,299.95", "1.299,95", "1299,95", "$1299.95"]) {
    expect(problemOf(amount), amount).toBeUndefined();
    expect(isWhole(typed(amount)), amount).toBe(true);
    expect(understoodText(amount), amount).toBe("$1,299.95");
  }
  expect(centsOf("32,00")).toBe(3_200);
  expect(understoodText("32.00")).toBeUndefined();
});

test("an amount that can be read in two ways, is nothing or is more than is left is refused with words", () => {
  expect(problemOf("1,299")).toContain("can be read in two ways");
  expect(problemOf("")).toBe("Enter an amount");
  expect(problemOf("0")).toBe("Enter an amount");
  expect(problemOf("1299.96")).toBe("At most 129995 cents");
});
