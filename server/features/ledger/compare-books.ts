import { bookDifferences, type bookDifferenceKinds } from "#server/database/schema/ledger.ts";
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
  /** Looked at by its creator elsewhere: it never fitted what was asked for. */
  isQuarantined: boolean;
};

const dayMs = 86_400_000;
/** News of a payment may be a moment on its way. */
const graceMs = 10 * 60_000;

/**
 * Compares our books with the provider's, payment by payment, for the days before now, and keeps every difference until
 * the two agree. Also asks about payments in our books that the provider did not list. Returns how many differ.
 */
export async function compareBooks(services: Services, days: number): Promise<number> {
  const { payments, clock, db, log } = services;
  if (payments.provider === "none") return 0;
  const now = clock.now();
  const span = { from: new Date(now.getTime() - days * dayMs), to: new Date(now.getTime() - graceMs) };
  const differences: Difference[] = [];
  const listed = new Set<string>();
  for await (const page of inPages(payments.listPayments(span), 200)) {
    const booked = await bookedPayments(
      services,
      page.map(({ paymentIntentId }) => paymentIntentId),
    );
    for (const theirs of page) {
      listed.add(theirs.paymentIntentId);
      differences.push(...differencesOf(theirs, booked.get(theirs.paymentIntentId)));
    }
  }
  for (const ours of await unlistedPayments(services, span, listed))
    differences.push({
      ownerId: ours.ownerId,
      paymentIntentId: ours.paymentIntentId,
      kind: "NOT_TAKEN",
      oursCents: ours.bookedCents ?? 0,
      theirsCents: 0,
    });

  for (const difference of differences)
    await db
      .insert(bookDifferences)
      .values({ ...difference, foundAt: now })
      .onConflictDoUpdate({
        target: [bookDifferences.paymentIntentId, bookDifferences.kind],
        set: { oursCents: difference.oursCents, theirsCents: difference.theirsCents, resolvedAt: null },
      });
  await resolveOthers(services, listed, differences);
  if (differences.length > 0)
    log.error({ count: differences.length }, "our books differ from the payment provider's");
  return differences.length;
}

function differencesOf(theirs: ListedPayment, ours: Booked | undefined): Difference[] {
  const { paymentIntentId } = theirs;
  const about = { paymentIntentId, ownerId: ours?.ownerId ?? null };
  if (!ours || ours.bookedCents === null) {
    const isOver = theirs.refundedCents >= theirs.receivedCents || ours?.isQuarantined === true;
    // Our metadata says that it should have become an order; anything else was never ours.
    const isOurs = "checkout_session" in theirs.metadata || "upsell" in theirs.metadata;
    return isOver || !isOurs
      ? []
      : [{ ...about, kind: "NO_ORDER", oursCents: 0, theirsCents: theirs.receivedCents }];
  }
  const found: Difference[] = [];
  if (ours.bookedCents !== theirs.receivedCents)
    found.push({ ...about, kind: "AMOUNT", oursCents: ours.bookedCents, theirsCents: theirs.receivedCents });
  if (ours.refundedCents !== theirs.refundedCents)
    found.push({
      ...about,
      kind: "REFUNDED",
      oursCents: ours.refundedCents,
      theirsCents: theirs.refundedCents,
    });
  return found;
}

/** What our books say of these payments. Money that a lost dispute took is no refund at the provider. */
async function bookedPayments({ pool }: Services, ids: string[]): Promise<Map<string, Booked>> {
  const { rows } = await pool.query<Booked>(
    `select asked.id as "paymentIntentId", coalesce(o.owner_id, q.owner_id, s.owner_id) as "ownerId", p.amount_cents as "bookedCents",
            coalesce(p.refunded_cents, 0) - coalesce((
              select sum(d.amount_cents)::int from disputes d where d.order_payment_id = p.id and d.status = 'LOST'), 0) as "refundedCents",
            q.id is not null as "isQuarantined"
       from unnest($1::text[]) as asked(id)
       left join order_payments p on p.payment_intent_id = asked.id and p.status = 'SUCCEEDED'
       left join orders o on o.id = p.order_id
       left join quarantined_payments q on q.payment_intent_id = asked.id
       left join checkout_sessions s on s.payment_intent_id = asked.id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.paymentIntentId, row]));
}

/** Payments that our books count as taken, and the provider does not. */
async function unlistedPayments(
  { pool, payments }: Services,
  { from, to }: { from: Date; to: Date },
  listed: ReadonlySet<string>,
): Promise<Booked[]> {
  const { rows } = await pool.query<Booked>(
    `select p.payment_intent_id as "paymentIntentId", o.owner_id as "ownerId", p.amount_cents as "bookedCents",
            p.refunded_cents as "refundedCents", false as "isQuarantined"
       from order_payments p join orders o on o.id = p.order_id
       left join payment_shares share on share.order_payment_id = p.id
      where p.status = 'SUCCEEDED' and p.created_at >= $1 and p.created_at < $2 and share.kind is distinct from 'FOREIGN'`,
    [from, to],
  );
  const missing: Booked[] = [];
  for (const ours of rows.filter(({ paymentIntentId }) => !listed.has(paymentIntentId))) {
    // Begun before the span and paid in it, or really not there: the provider knows.
    const intent = await payments.getIntent(ours.paymentIntentId).catch(() => undefined);
    if (intent?.status !== "succeeded") missing.push(ours);
  }
  return missing;
}

/** What was looked at and agrees now is no difference any more. */
async function resolveOthers(
  { db, clock }: Services,
  listed: ReadonlySet<string>,
  differences: readonly Difference[],
): Promise<void> {
  const open = new Set(differences.map(({ paymentIntentId }) => paymentIntentId));
  const agreed = [...listed].filter((id) => !open.has(id));
  if (agreed.length === 0) return;
  await db
    .update(bookDifferences)
    .set({ resolvedAt: clock.now() })
    .where(
      and(
        isNull(bookDifferences.resolvedAt),
        sql`${bookDifferences.paymentIntentId} = any (${sql.param(agreed)}::text[])`,
      ),
    );
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
