import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { listBookDifferences } from "#contract/ledger/ledger.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { formatMoney } from "#web/ui/money.ts";
import { Notice } from "#web/ui/notice.tsx";

type Difference = Output<typeof listBookDifferences>[number];

/** Payments about which our books and the provider's disagree; nothing while they agree. */
export function BookDifferences() {
  const { data: differences = [] } = useQuery(apiQuery(listBookDifferences));
  if (differences.length === 0) return null;
  return (
    <div className="mb-6">
      <Notice tone="warning" icon={Scale} title="Some payments differ from the payment provider's books">
        <p>They are compared every night. What stands here is looked at by the operator, too.</p>
        <ul className="mt-1 grid gap-1">
          {differences.map((difference) => (
            <li key={difference.id}>
              {textOf(difference)} <span className="text-xs">({difference.paymentIntentId})</span>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function textOf({ kind, oursCents, theirsCents }: Difference): string {
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
