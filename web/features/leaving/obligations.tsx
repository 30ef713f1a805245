import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useId } from "react";
import {
  type getAccountDeletion,
  type ObligationKind,
  obligationsAtMost,
} from "#contract/leaving/account-deletion.ts";
import type { Output } from "#web/api.ts";

type Props = { title: string; obligations: Output<typeof getAccountDeletion>["obligations"] };

/** What is open in an account, each of it a way to where it is settled. */
export function Obligations({ title, obligations }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-border rounded-xl border border-border">
        {obligations.map(({ kind, count, href }) => {
          const [one, many] = words[kind];
          const shown = count < obligationsAtMost ? String(count) : `${obligationsAtMost - 1}+`;
          return (
            <li key={kind}>
              <Link
                to={href}
                className="flex items-center gap-3 px-4 py-2.5 text-sm outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring"
              >
                <span className="min-w-0 grow">{count === 1 ? one : many.replace("#", shown)}</span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const words: Readonly<Record<ObligationKind, readonly [one: string, many: string]>> = {
  DISPUTES: ["A payment is disputed", "# payments are disputed"],
  REFUND_REQUESTS: ["A buyer asks for a refund", "# buyers ask for a refund"],
  REFUNDS: ["A refund is on its way", "# refunds are on their way"],
  TO_SHIP: ["1 thing to ship", "# things to ship"],
  TO_DELIVER: ["1 service to deliver", "# services to deliver"],
  SESSIONS: ["1 session to come", "# sessions to come"],
  EVENTS: ["1 place sold at an event to come", "# places sold at events to come"],
  SUBMISSIONS: ["1 assignment waits for your answer", "# assignments wait for your answer"],
  HELD_PAYMENTS: ["A payment is held", "# payments are held"],
  COMMISSIONS: ["1 commission to pay to an affiliate", "# commissions to pay to affiliates"],
  MONEY: ["The money of 1 payment has not reached you", "The money of # payments has not reached you"],
  OPEN_PAYMENTS: ["Somebody is paying at this moment", "# buyers are paying at this moment"],
  PLAN: ["Your plan ends, without a refund of what is left of its month", "Your plans end"],
  MEMBERS: [
    "1 membership is not renewed; it stays open as long as it is paid",
    "# memberships are not renewed; they stay open as long as they are paid",
  ],
  TRIALS: ["1 free trial ends without a charge", "# free trials end without a charge"],
  MAILINGS: ["1 mailing is not sent", "# mailings are not sent"],
  ACCOUNTS: ["1 connected account is disconnected", "# connected accounts are disconnected"],
  EARNINGS: [
    "1 commission that another store owes you stays with your address",
    "# commissions that other stores owe you stay with your address",
  ],
};
