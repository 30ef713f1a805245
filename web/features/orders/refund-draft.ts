import type { AdminOrderLine } from "./admin-order.ts";

/** One line of the refund form. */
export type RefundDraft = {
  line: AdminOrderLine;
  chosen: boolean;
  /** Dollars as typed. */
  amount: string;
  restock: boolean;
};

/** The form's first state: nothing is chosen, and each amount is all that is left. */
export const refundDraft = (lines: readonly AdminOrderLine[]): RefundDraft[] =>
  lines
    .filter(({ refundableCents }) => refundableCents > 0)
    .map((line) => ({
      line,
      chosen: false,
      amount: (line.refundableCents / 100).toFixed(2),
      restock: line.restocksByDefault,
    }));

/** "12.5" as 1250; undefined for what is no amount. */
export function centsOf(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, "").replaceAll(",", "");
  return /^\d{1,7}(\.\d{0,2})?$|^\.\d{1,2}$/.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}

/** What is wrong with an amount, if anything. */
export function amountProblem(
  { line, amount }: RefundDraft,
  format: (cents: number) => string,
): string | undefined {
  const cents = centsOf(amount);
  if (cents === undefined || cents < 1) return "Enter an amount";
  if (cents > line.refundableCents) return `At most ${format(line.refundableCents)}`;
  return undefined;
}

/** Whether all that is left of the line goes back with what went before. */
export const isWhole = ({ line, amount }: RefundDraft): boolean => centsOf(amount) === line.refundableCents;
