import { numberText, readNumber, valueOf } from "#web/ui/typed-number.ts";
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

/** The cents of a typed amount; undefined for what is none. */
export const centsOf = (text: string): number | undefined => valueOf(text, "money");

/** What was understood, where it is written otherwise than it was typed: "32,00" is "$32.00". */
export function understoodText(text: string): string | undefined {
  const cents = centsOf(text);
  return cents === undefined || text.trim() === (cents / 100).toFixed(2)
    ? undefined
    : numberText(cents, "money");
}

/** What is wrong with an amount, if anything. */
export function amountProblem(
  { line, amount }: RefundDraft,
  format: (cents: number) => string,
): string | undefined {
  const read = readNumber(amount, "money");
  if ("problem" in read) return read.problem;
  const cents = read.value;
  if (cents === null || cents < 1) return "Enter an amount";
  if (cents > line.refundableCents) return `At most ${format(line.refundableCents)}`;
  return undefined;
}

/** Whether all that is left of the line goes back with what went before. */
export const isWhole = ({ line, amount }: RefundDraft): boolean => centsOf(amount) === line.refundableCents;
