import type { BookDifference } from "#contract/ledger/ledger.ts";
import { formatMoney } from "#web/ui/money.ts";

/** How our books and the payment provider's disagree about a payment, in a sentence. */
export function bookDifferenceText({
  kind,
  oursCents,
  theirsCents,
}: Pick<BookDifference, "kind" | "oursCents" | "theirsCents">): string {
  const ours = formatMoney(oursCents);
  const theirs = formatMoney(theirsCents);
  switch (kind) {
    case "NO_ORDER":
      return `The provider took ${theirs}, and no order says so.`;
    case "NOT_TAKEN":
      return `An order says ${ours} were paid, and the provider took nothing.`;
    case "AMOUNT":
      return `An order says ${ours} were paid, the provider says ${theirs}.`;
    case "REFUNDED":
      return `${ours} were refunded here, ${theirs} at the provider.`;
  }
}
