import type { Attendee } from "#contract/events/attendees.ts";
import { inBatches } from "#server/database/in-batches.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";
import type { CsvColumn } from "#server/http/csv.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
type Asked = { q?: string | undefined; page: number; perPage: number };
type Listed = {
  productTitle: string;
  attendees: Attendee[];
  total: number;
  tickets: number;
  checkedIn: number;
  capacity: number | null;
};

/**
 * A page of who bought one of the creator's events and may go there, by name, of those who have every word of `q`; and how
 * many there are. Throws 404 for what is no event of theirs.
 */
export async function listAttendees(
  { pool, clock }: Dependencies,
  ownerId: string,
  productId: string,
  { q, page, perPage }: Asked,
): Promise<Listed> {
  const now = clock.now();
  const [event] = await selectEvent(pool, productId, ownerId, now);
  if (!event) throw NotFound("Product not found");
  const words = wordsOf(q).map((word) => anywhere(word.replace(/^#(?=\d)/, "")));
  const [[counted], attendees] = await Promise.all([
    words.length === 0 ? [{ total: event.lines }] : countAttendees(pool, productId, ownerId, now, words),
    selectAttendees(pool, productId, ownerId, now, words, perPage, (page - 1) * perPage),
  ]);
  const { lines: _, ...figures } = event;
  return { ...figures, attendees, total: counted?.total ?? 0 };
}

type Row = Attendee & { boughtAt: Date };

const batchSize = 2_000;

/** A row for each line, by its id. Throws 404 for what is no event of this creator's. */
export async function attendeesExport(
  { pool, clock }: Dependencies,
  ownerId: string,
  productId: string,
): Promise<{ columns: CsvColumn<Row>[]; rows: AsyncIterable<Row> }> {
  const now = clock.now();
  const [event] = await selectEvent(pool, productId, ownerId, now);
  if (!event) throw NotFound("Product not found");
  return {
    columns: [
      { header: "Order", value: ({ number }) => number },
      { header: "Name", value: ({ name }) => name },
      { header: "Email", value: ({ email }) => email },
      { header: "Tickets", value: ({ tickets }) => tickets },
      { header: "Bought", value: ({ boughtAt }) => boughtAt },
      { header: "Checked in", value: ({ checkedInAt }) => checkedInAt },
    ],
    rows: inBatches(batchSize, (last?: Row) =>
      selectBatch(pool, productId, ownerId, now, last?.lineId ?? "00000000-0000-0000-0000-000000000000"),
    ),
  };
}

/** SQL: the lines of an event (`$1`) of a creator (`$2`) that are open at `$3`. */
const lines = `
    from ${openAccess("$3")} a
    join order_items i on i.id = a.order_item_id
    join orders o on o.id = a.order_id
    join customers c on c.id = a.customer_id
    left join event_check_ins came on came.order_item_id = i.id
   where a.owner_id = $2 and a.product_id = $1`;

const hasWords = `(lower(o.customer_name || ' ' || c.email) || ' ' || coalesce(${orderNumber("o")}::text, '')) like all ($4::text[])`;

const columns = `i.id as "lineId", o.id as "orderId", ${orderNumber("o")}::int as number, o.customer_name as name, c.email,
         i.quantity as tickets, came.checked_in_at as "checkedInAt"`;

const selectEvent = statement("events_select_attendance")<
  { productTitle: string; lines: number; tickets: number; checkedIn: number; capacity: number | null },
  [productId: string, ownerId: string, now: Date]
>(`
  select p.title as "productTitle", sold.lines, sold.tickets, sold."checkedIn",
         case when p.track_inventory and not p.allow_backorder then sold.tickets + greatest(p.inventory_quantity, 0) end as capacity
    from products p
    cross join lateral (
      select count(*)::int as lines, coalesce(sum(i.quantity), 0)::int as tickets,
             coalesce(sum(i.quantity) filter (where came.order_item_id is not null), 0)::int as "checkedIn" ${lines}) sold
   where p.id = $1 and p.owner_id = $2 and p.type = 'EVENT'`);

const countAttendees = statement("events_count_attendees")<
  { total: number },
  [productId: string, ownerId: string, now: Date, words: string[]]
>(`select count(*)::int as total ${lines} and ${hasWords}`);

const selectAttendees = statement("events_select_attendees")<
  Attendee,
  [productId: string, ownerId: string, now: Date, words: string[], limit: number, offset: number]
>(
  `select ${columns} ${lines} and ${hasWords} order by lower(o.customer_name), c.email, i.id limit $5 offset $6`,
);

const selectBatch = statement("events_export_attendees")<
  Row,
  [productId: string, ownerId: string, now: Date, after: string]
>(`select ${columns}, a.granted_at as "boughtAt" ${lines} and i.id > $4 order by i.id limit ${batchSize}`);
