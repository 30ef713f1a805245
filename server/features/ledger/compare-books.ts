import { bookDifferences, type bookDifferenceKinds } from "#server/database/schema/ledger.ts";
import { statement } from "#server/database/statement.ts";
import type { ListedPayment } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { and, eq, isNull, sql } from "drizzle-orm";

type Difference = Pick<
  typeof bookDifferences.$inferInsert,
  "ownerId" | "paymentIntentId" | "oursCents" | "theirsCents"
> & { kind: (typeof bookDifferenceKinds)[number] };

/** A payment as our books have it. */
type Booked = {
  paymentIntentId: string;
  ownerId: string | null;
  bookedCents: number | null;
  refundedCents: number;
  /** Refunds that the provider has begun, and may count already. */
  pendingCents: number;
  /** Looked at by its creator elsewhere: it never fitted what was asked for. */
  isQuarantined: boolean;
};

/** When payments were begun. */
export type Span = { from: Date; to: Date };

/** News of a payment may be a moment on its way. */
export const graceMs = 10 * 60_000;

/**
 * Compares our books with the provider's, payment by payment, and keeps every difference until the two agree. Also asks
 * about payments in our books that the provider did not list. Returns how many differ.
 */
export async function compareBooks(services: Services, span: Span): Promise<number> {
  const { payments } = services;
  if (payments.provider === "none") return 0;
  const listed = new Set<string>();
  let found = 0;
  for await (const page of inPages(payments.listPayments(span), 200)) {
    for (const { paymentIntentId } of page) listed.add(paymentIntentId);
    found += await compare(
      services,
      page.map((theirs) => ({ id: theirs.paymentIntentId, theirs })),
    );
  }
  for (const id of await unlistedPayments(services, span, listed))
    // Begun before the span and paid in it, or really not there: the provider knows.
    found += await compare(services, [{ id, theirs: await payments.findPayment(id) }]);
  return found;
}

/**
 * Asks again about each payment that differed, or was kept aside and waits, and was not compared since that moment,
 * however long ago it was made. Returns how many of these still differ.
 */
export async function compareAgain(services: Services, since: Date): Promise<number> {
  const { pool, payments } = services;
  let found = 0;
  for (const { id } of await selectOpen(pool, since))
    found += await compare(services, [{ id, theirs: await payments.findPayment(id) }]);
  return found;
}

type Asked = { id: string; theirs: ListedPayment | undefined };

/** Writes down where these payments differ, and that everything else about them agrees. */
async function compare(services: Services, asked: Asked[]): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const booked = await bookedPayments(
    services,
    asked.map(({ id }) => id),
  );
  const differences = asked.flatMap(({ id, theirs }) => differencesOf(id, theirs, booked.get(id)));
  for (const difference of differences)
    await db
      .insert(bookDifferences)
      .values({ ...difference, foundAt: now, comparedAt: now })
      .onConflictDoUpdate({
        target: [bookDifferences.paymentIntentId, bookDifferences.kind],
        set: {
          oursCents: difference.oursCents,
          theirsCents: difference.theirsCents,
          comparedAt: now,
          resolvedAt: null,
        },
      });
  await resolveOthers(services, asked, differences);
  return new Set(differences.map(({ paymentIntentId }) => paymentIntentId)).size;
}

function differencesOf(
  paymentIntentId: string,
  theirs: ListedPayment | undefined,
  ours: Booked | undefined,
): Difference[] {
  const about = { paymentIntentId, ownerId: ours?.ownerId ?? null };
  const bookedCents = ours?.bookedCents ?? null;
  if (!theirs)
    return bookedCents === null
      ? []
      : [{ ...about, kind: "NOT_TAKEN", oursCents: bookedCents, theirsCents: 0 }];
  if (!ours || bookedCents === null) {
    const isOver = theirs.refundedCents >= theirs.receivedCents || ours?.isQuarantined === true;
    // Our metadata says that it should have become an order; anything else was never ours.
    const isOurs = "checkout_session" in theirs.metadata || "upsell" in theirs.metadata;
    return isOver || !isOurs
      ? []
      : [{ ...about, kind: "NO_ORDER", oursCents: 0, theirsCents: theirs.receivedCents }];
  }
  const found: Difference[] = [];
  if (bookedCents !== theirs.receivedCents)
    found.push({ ...about, kind: "AMOUNT", oursCents: bookedCents, theirsCents: theirs.receivedCents });
  const { refundedCents, pendingCents } = ours;
  if (theirs.refundedCents !== refundedCents && theirs.refundedCents !== refundedCents + pendingCents)
    found.push({
      ...about,
      kind: "REFUNDED",
      oursCents: ours.refundedCents,
      theirsCents: theirs.refundedCents,
    });
  return found;
}

/** What our books say of these payments. What a lost dispute took is no refund at the provider, however much that was. */
async function bookedPayments({ pool }: Services, ids: string[]): Promise<Map<string, Booked>> {
  const rows = await selectBooked(pool, ids);
  return new Map(rows.map((row) => [row.paymentIntentId, row]));
}

/** Payments that our books count as taken in this time, and that the provider did not list. */
async function unlistedPayments(
  { pool }: Services,
  { from, to }: Span,
  listed: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await selectTaken(pool, from, to);
  return rows.map(({ id }) => id).filter((id) => !listed.has(id));
}

/** What was looked at and agrees now is no difference any more; what was kept aside and went back waits for nobody. */
async function resolveOthers(
  { pool, clock }: Services,
  asked: readonly Asked[],
  differences: readonly Difference[],
): Promise<void> {
  const now = clock.now();
  await resolveDifferences(
    pool,
    asked.map(({ id }) => id),
    now,
    differences.map(({ paymentIntentId, kind }) => `${paymentIntentId} ${kind}`),
  );
  const givenBack = asked.flatMap(({ id, theirs }) =>
    theirs && theirs.receivedCents > 0 && theirs.refundedCents >= theirs.receivedCents ? [id] : [],
  );
  if (givenBack.length > 0) await resolveQuarantined(pool, givenBack, now);
}

async function* inPages<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length === size) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

/** The differences of one creator that are still open, newest first. */
export async function listBookDifferences({ db }: Services, ownerId: string) {
  return db
    .select({
      id: bookDifferences.id,
      paymentIntentId: bookDifferences.paymentIntentId,
      kind: bookDifferences.kind,
      oursCents: bookDifferences.oursCents,
      theirsCents: bookDifferences.theirsCents,
      foundAt: bookDifferences.foundAt,
    })
    .from(bookDifferences)
    .where(and(eq(bookDifferences.ownerId, ownerId), isNull(bookDifferences.resolvedAt)))
    .orderBy(sql`${bookDifferences.foundAt} desc`);
}

const selectOpen = statement("ledger_select_open")<{ id: string }, [before: Date]>(
  `select payment_intent_id as id from book_differences where resolved_at is null and compared_at < $1::timestamptz
   union
   select payment_intent_id from quarantined_payments where resolved_at is null and created_at < $1
    limit 1000`,
);

const selectBooked = statement("ledger_select_booked")<Booked, [paymentIntentIds: string[]]>(
  `select asked.id as "paymentIntentId", coalesce(o.owner_id, q.owner_id, s.owner_id) as "ownerId", p.amount_cents as "bookedCents",
          coalesce(p.refunded_cents, 0) - coalesce((
            select sum(r.amount_cents) from refunds r
             where r.order_id = p.order_id and r.order_payment_id = p.id and r.dispute_id is not null and r.status = 'SUCCEEDED'
          ), 0)::int as "refundedCents",
          coalesce((
            select sum(r.amount_cents) from refunds r
             where r.order_id = p.order_id and r.order_payment_id = p.id and r.status = 'PENDING' and r.provider_refund_id is not null
          ), 0)::int as "pendingCents",
          q.id is not null as "isQuarantined"
     from unnest($1::text[]) as asked(id)
     left join order_payments p on p.payment_intent_id = asked.id and p.status = 'SUCCEEDED'
     left join orders o on o.id = p.order_id
     left join quarantined_payments q on q.payment_intent_id = asked.id
     left join checkout_sessions s on s.payment_intent_id = asked.id
    where asked.id is not null`,
);

const selectTaken = statement("ledger_select_taken")<{ id: string }, [from: Date, to: Date]>(
  `select p.payment_intent_id as id
     from order_payments p left join payment_shares share on share.order_payment_id = p.id
    where p.status = 'SUCCEEDED' and p.created_at >= $1 and p.created_at < $2 and share.kind is distinct from 'FOREIGN'`,
);

const resolveDifferences = statement("ledger_resolve_differences")<
  never,
  [paymentIntentIds: string[], now: Date, stillDiffering: string[]]
>(
  `update book_differences set resolved_at = $2, compared_at = $2
    where resolved_at is null and payment_intent_id = any ($1::text[])
      and not (payment_intent_id || ' ' || kind = any ($3::text[]))`,
);

const resolveQuarantined = statement("ledger_resolve_quarantined")<
  never,
  [paymentIntentIds: string[], now: Date]
>(
  `update quarantined_payments set resolved_at = $2, resolution = 'REFUNDED'
    where resolved_at is null and payment_intent_id = any ($1::text[])`,
);
