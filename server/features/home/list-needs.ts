import type { Home } from "#contract/home/home.ts";
import { type NeedKind, needKinds, needsAtMost } from "#contract/home/needs.ts";
import type { PayoutOverview } from "#contract/payouts/payouts.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { isWaiting } from "#server/features/courses/assignment/list-submissions.ts";
import { linesToShip } from "#server/features/orders/list-to-ship.ts";
import { isToDo } from "#server/features/work-orders/list-work-orders.ts";

type Need = Home["needs"][number];
type Counted = { kind: NeedKind; count: number; orderId: string | null };

/** What is counted of all that may wait for a creator. */
export const countNeeds = (pool: Queryable, ownerId: string, now: Date): Promise<Counted[]> =>
  selectNeeds(pool, ownerId, now);

/** What of it waits, and where it is done, the most pressing first; of payouts nothing where they were not asked for. */
export function needsOf(counted: Counted[], payouts: PayoutOverview | undefined): Need[] {
  const payoutsToConnect = {
    kind: "PAYOUTS",
    count: payouts && arePayoutsHeld(payouts) ? 1 : 0,
    orderId: null,
  } as const;
  return [...counted, payoutsToConnect]
    .filter(({ count }) => count > 0)
    .map(({ kind, count, orderId }) => ({ kind, count, href: whereItIsDone(kind, orderId) }))
    .toSorted((a, b) => needKinds.indexOf(a.kind) - needKinds.indexOf(b.kind));
}

/** Something was sold, and its money waits for what the creator has to say first. */
const arePayoutsHeld = ({ state, needsInformation, balances }: PayoutOverview): boolean =>
  balances.length > 0 && (needsInformation || state === "NOT_CONNECTED" || state === "INFORMATION_NEEDED");

function whereItIsDone(kind: NeedKind, orderId: string | null): string {
  const customers = "/admin?tab=customers";
  const pages: Record<NeedKind, string> = {
    DISPUTES: orderId ? `${customers}&order=${orderId}` : customers,
    REFUND_REQUESTS: orderId ? `${customers}&order=${orderId}` : customers,
    TO_SHIP: customers,
    TO_DELIVER: `${customers}&view=services`,
    FANS: "/social?tab=conversations",
    SUBMISSIONS: `${customers}&view=assignments`,
    FAILED_PAYMENTS: `${customers}&view=customers&members=true`,
    ACCOUNTS: "/social",
    PAYOUTS: "/admin?tab=settings&view=payouts",
    REVIEWS: `${customers}&view=reviews`,
  };
  return pages[kind];
}

/** SQL: a row of a kind, with how many there are of it, up to the most that are counted. */
const countOf = (kind: NeedKind, rows: string) =>
  `select '${kind}' as kind, count(*)::int as count, null::uuid as "orderId" from (select ${rows} limit ${needsAtMost}) counted`;
/** SQL: the same, with the order of the first. */
const ordersOf = (kind: NeedKind, table: string, first: string) =>
  `select '${kind}', count(*)::int, (array_agg(order_id order by place))[1]
     from (select order_id, ${first} as place ${table} order by place limit ${needsAtMost}) counted`;

/** Somebody has written last, and can still be answered: nobody has, not even by a keyword; or they asked for a person. */
const waitingFans = `1 from dm_conversations c
  where c.user_id = $1 and c.has_unread and c.opted_out_at is null and c.last_message_at > $2::timestamptz - interval '24 hours'
    and c.last_inbound_at > $2::timestamptz - interval '24 hours'
    and (c.needs_you_at is not null or not exists (
      select from dm_messages m where m.conversation_id = c.id and m.platform_created_at >= c.last_inbound_at
         and (m.is_from_bot or m.sender_id <> c.participant_id)))`;

/** An answer that comes later than a month reaches nobody. */
const unansweredReviews = `1 from products p join counted_reviews r on r.product_id = p.id
  where p.owner_id = $1 and r.answer is null and r.text <> '' and r.created_at > $2::timestamptz - interval '30 days'`;

const selectNeeds = statement("home_select_needs")<Counted, [ownerId: string, now: Date]>(
  [
    countOf("TO_SHIP", `1 ${linesToShip}`),
    countOf("TO_DELIVER", `1 from work_orders w where w.owner_id = $1 and ${isToDo}`),
    countOf("FANS", waitingFans),
    countOf("SUBMISSIONS", `1 from assignment_submissions s where s.owner_id = $1 and ${isWaiting("$2")}`),
    countOf("FAILED_PAYMENTS", "1 from subscriptions where owner_id = $1 and status = 'past_due'"),
    countOf("ACCOUNTS", "1 from social_accounts where user_id = $1 and is_active and problem is not null"),
    countOf("REVIEWS", unansweredReviews),
    ordersOf("DISPUTES", "from disputes where owner_id = $1 and status = 'OPEN'", "created_at"),
    ordersOf(
      "REFUND_REQUESTS",
      "from refund_requests where owner_id = $1 and status = 'REQUESTED'",
      "answer_by",
    ),
  ].join("\nunion all\n"),
);
