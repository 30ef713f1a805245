import { Link } from "@tanstack/react-router";
import {
  CircleCheck,
  ClipboardCheck,
  CreditCard,
  type LucideIcon,
  MessageCircle,
  Package,
  Scale,
  Send,
  Star,
  Undo2,
  Unplug,
  Wallet,
} from "lucide-react";
import { type NeedKind, needsAtMost } from "#contract/home/needs.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import type { HomeNow } from "./home-queries.ts";
import { rowLinkStyle } from "./row-link-style.ts";

/** What waits for the creator, each of it a way to where it is done. */
export function NeedsCard({ needs }: Pick<HomeNow, "needs">) {
  return (
    <Card>
      <CardHeader title="Needs you" />
      {needs.length === 0 ? (
        <p className="flex items-center gap-2.5 px-5 pt-3 pb-5 text-sm text-muted-foreground sm:px-6 sm:pb-6">
          <CircleCheck className="size-4.5 shrink-0 text-success-soft-foreground" aria-hidden="true" />
          Nothing waits for you.
        </p>
      ) : (
        <ul className="grid gap-1 p-3 sm:p-4">
          {needs.map((need) => (
            <NeedRow key={need.kind} need={need} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function NeedRow({ need: { kind, count, href } }: { need: HomeNow["needs"][number] }) {
  const { icon: Icon, one, many, hint } = words[kind];
  const shown = count < needsAtMost ? String(count) : `${needsAtMost - 1}+`;
  return (
    <li>
      <Link to={href} className={rowLinkStyle}>
        <span className="grid size-9 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
          <Icon className="size-4.5" aria-hidden="true" />
        </span>
        <span className="grid min-w-0 grow">
          <span className="text-sm font-medium">{count === 1 ? one : many.replace("#", shown)}</span>
          <span className="text-sm text-muted-foreground">{hint}</span>
        </span>
      </Link>
    </li>
  );
}

type Words = { icon: LucideIcon; one: string; many: string; hint: string };

const words: Record<NeedKind, Words> = {
  DISPUTES: {
    icon: Scale,
    one: "A payment is disputed",
    many: "# payments are disputed",
    hint: "Its bank decides by what you send it in time.",
  },
  REFUND_REQUESTS: {
    icon: Undo2,
    one: "A buyer asks for a refund",
    many: "# buyers ask for a refund",
    hint: "Some are granted automatically if you don't answer in time.",
  },
  TO_SHIP: {
    icon: Package,
    one: "1 thing to ship",
    many: "# things to ship",
    hint: "Paid, and waiting for its parcel.",
  },
  TO_DELIVER: {
    icon: Send,
    one: "1 service to deliver",
    many: "# services to deliver",
    hint: "The brief is there.",
  },
  FANS: {
    icon: MessageCircle,
    one: "1 fan waits for an answer",
    many: "# fans wait for an answer",
    hint: "Nobody has answered yet. You can write back for a day.",
  },
  SUBMISSIONS: {
    icon: ClipboardCheck,
    one: "1 assignment to answer",
    many: "# assignments to answer",
    hint: "Learners go on once you have answered.",
  },
  FAILED_PAYMENTS: {
    icon: CreditCard,
    one: "A member's payment failed",
    many: "The payments of # members failed",
    hint: "They were asked for another card, and have days left.",
  },
  ACCOUNTS: {
    icon: Unplug,
    one: "A social account answers nobody",
    many: "# social accounts answer nobody",
    hint: "It says there what it needs.",
  },
  PAYOUTS: {
    icon: Wallet,
    one: "Your money waits for your payout account",
    many: "Your money waits for your payout account",
    hint: "Say who you are, and every sale reaches you by itself.",
  },
  REVIEWS: {
    icon: Star,
    one: "1 review without an answer",
    many: "# reviews without an answer",
    hint: "Of the last 30 days. Others read what you say.",
  },
};
