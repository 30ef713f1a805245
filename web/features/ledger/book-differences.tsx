import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { listBookDifferences } from "#contract/ledger/ledger.ts";
import { apiQuery } from "#web/api.ts";
import { bookDifferenceText } from "#web/layout/book-difference-text.ts";
import { Notice } from "#web/ui/notice.tsx";

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
              {bookDifferenceText(difference)} <span className="text-xs">({difference.paymentIntentId})</span>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
