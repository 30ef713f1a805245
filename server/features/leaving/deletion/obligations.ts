import {
  blockingKinds,
  type ObligationKind,
  obligationKinds,
  obligationsAtMost,
} from "#contract/leaving/account-deletion.ts";
import { membershipRuns } from "#server/database/membership-runs.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { isWaiting } from "#server/features/courses/assignment/list-submissions.ts";
import { linesToShip } from "#server/features/orders/list-to-ship.ts";
import { owedCents } from "#server/features/payouts/due.ts";
import { isToDo } from "#server/features/work-orders/list-work-orders.ts";

export type Obligation = { kind: ObligationKind; count: number; blocks: boolean; href: string };

/** What is open in an account, what has to be settled first before what the deletion ends. */
export async function listObligations(client: Queryable, ownerId: string, now: Date): Promise<Obligation[]> {
  const counted = await selectObligations(client, ownerId, now);
  return counted
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => ({ kind, count, blocks: isBlocking(kind), href: pages[kind] }))
    .toSorted((a, b) => obligationKinds.indexOf(a.kind) - obligationKinds.indexOf(b.kind));
}

const isBlocking = (kind: ObligationKind): boolean =>
  (blockingKinds as readonly ObligationKind[]).includes(kind);

const customers = "/admin?tab=customers";
const payouts = "/admin?tab=settings&view=payouts";
const pages: Readonly<Record<ObligationKind, string>> = {
  DISPUTES: customers,
  REFUND_REQUESTS: customers,
  REFUNDS: customers,
  TO_SHIP: customers,
  TO_DELIVER: `${customers}&view=services`,
  SESSIONS: `${customers}&view=sessions`,
  EVENTS: "/admin?tab=products",
  SUBMISSIONS: `${customers}&view=assignments`,
  HELD_PAYMENTS: customers,
  COMMISSIONS: "/admin?tab=affiliates",
  MONEY: payouts,
  OPEN_PAYMENTS: customers,
  PLAN: "/admin?tab=settings&view=plan",
  MEMBERS: `${customers}&view=customers&members=true`,
  TRIALS: `${customers}&view=customers&members=true`,
  MAILINGS: "/admin?tab=mailings",
  ACCOUNTS: "/social",
  EARNINGS: "/affiliate",
};

const countOf = (kind: ObligationKind, rows: string) =>
  `select '${kind}' as kind, count(*)::int as count from (select 1 ${rows} limit ${obligationsAtMost}) counted`;

/** A place that was sold: paid for and neither taken back nor given back. */
const openLine = (item: string) =>
  `exists (select from access a where a.order_item_id = ${item} and a.revoked_at is null)`;

const selectObligations = statement("leaving_select_obligations")<
  { kind: ObligationKind; count: number },
  [ownerId: string, now: Date]
>(
  [
    countOf("DISPUTES", "from disputes where owner_id = $1 and status = 'OPEN'"),
    countOf("REFUND_REQUESTS", "from refund_requests where owner_id = $1 and status = 'REQUESTED'"),
    countOf("REFUNDS", "from refunds where owner_id = $1 and status = 'PENDING'"),
    countOf("TO_SHIP", linesToShip),
    countOf(
      "TO_DELIVER",
      `from work_orders w where w.owner_id = $1 and (${isToDo} or w.state = 'WAITING' and ${openLine("w.order_item_id")})`,
    ),
    countOf(
      "SESSIONS",
      "from bookings b where b.owner_id = $1 and b.state = 'BOOKED' and b.ends_at > $2::timestamptz",
    ),
    countOf(
      "EVENTS",
      `from products p join order_items i on i.product_id = p.id and i.owner_id = p.owner_id
        where p.owner_id = $1 and p.event_ends_at > $2::timestamptz and p.event_cancelled_at is null and ${openLine("i.id")}`,
    ),
    countOf("SUBMISSIONS", `from assignment_submissions s where s.owner_id = $1 and ${isWaiting("$2")}`),
    countOf("HELD_PAYMENTS", "from quarantined_payments where owner_id = $1 and resolved_at is null"),
    countOf(
      "COMMISSIONS",
      "from commissions where owner_id = $1 and status in ('PENDING', 'PAYABLE') and amount_cents > 0",
    ),
    countOf(
      "MONEY",
      `from payment_shares s join order_payments p on p.id = s.order_payment_id
        where s.owner_id = $1 and s.kind in ('NEW', 'OWED') and p.status = 'SUCCEEDED'
          and (s.kind = 'NEW' or coalesce(s.owed_cents, ${owedCents}) > 0)`,
    ),
    countOf(
      "OPEN_PAYMENTS",
      "from checkout_sessions where owner_id = $1 and status = 'ACTIVE' and pressed_at is not null",
    ),
    countOf("PLAN", `from subscriptions s where s.plan_for = $1 and ${membershipRuns("s")}`),
    countOf(
      "MEMBERS",
      `from subscriptions s where s.owner_id = $1 and s.status <> 'trialing' and ${membershipRuns("s")} and not s.cancel_at_period_end`,
    ),
    countOf(
      "TRIALS",
      "from subscriptions s where s.owner_id = $1 and s.status = 'trialing' and not s.cancel_at_period_end",
    ),
    countOf("MAILINGS", "from mailings where owner_id = $1 and state in ('SCHEDULED', 'SENDING')"),
    countOf("ACCOUNTS", "from social_accounts where user_id = $1"),
    countOf(
      "EARNINGS",
      `from affiliates a join commissions c on c.affiliate_id = a.id and c.owner_id = a.owner_id
        where a.user_id = $1 and c.status in ('PENDING', 'PAYABLE') and c.amount_cents > 0`,
    ),
  ].join("\nunion all\n"),
);
