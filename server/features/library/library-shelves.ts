import { orderNumber } from "#server/database/order-number.ts";
import { inLineOrder } from "#server/database/line-order.ts";
import type {
  LibraryCourse,
  LibraryDelivery,
  LibraryOrder,
  LibraryShelf,
} from "#contract/library/library.ts";
import { creatorAccent } from "#server/database/creator-accent.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { isReturned } from "#server/database/returned-address.ts";
import { hotStatement } from "#server/database/statement.ts";
import { orderReference } from "#server/features/access/can-see.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { type EventJson, eventJson, eventOf } from "#server/database/event-json.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import type { Services } from "#server/services.ts";

/** A creator's shelf as far as one statement fills it. */
export type Shelf = Omit<LibraryShelf, "memberships" | "downloads"> & { ownerId: string };

/** So many orders come with a shelf; the others when they are asked for. */
const shownOrders = 20;

/**
 * What a buyer has bought, by creator, the one bought from last first. Orders stay listed for ever; a course or a delivery
 * is there while one of its orders opens it, on sale or not. For who has proved each of these orders; `customerId` is the
 * buyer whose address is proved, too.
 */
export async function listShelves(
  { pool, clock }: Services,
  orderIds: string[],
  customerId: string | null,
): Promise<Shelf[]> {
  const rows = await selectShelves(pool, orderIds, clock.now(), shownOrders, customerId);
  return rows.map(({ handle, name, avatar, accent, courses, deliveries, orders, ...shelf }) => ({
    ...shelf,
    creator: { handle, name, avatar: pictureOf(avatar), accent },
    courses: courses.map((course) => ({ ...course, cover: pictureOf(course.cover) })),
    deliveries: deliveries.map((delivery) => ({ ...delivery, event: eventOf(delivery.event) })),
    orders: orders.map(orderOf),
  }));
}

/** Those of them before one of them, with one creator; none before anybody else's. */
export async function listOrdersBefore(
  { pool }: Services,
  orderIds: string[],
  customerId: string | null,
  { creator, before }: { creator: string; before: string },
): Promise<LibraryOrder[]> {
  return (await selectOrdersBefore(pool, orderIds, creator, before, customerId)).map(({ json }) =>
    orderOf(json),
  );
}

const orderOf = ({ paymentIntentId, createdAt, ...order }: OrderJson): LibraryOrder => ({
  ...order,
  reference: orderReference({ id: order.id, paymentIntentId }),
  createdAt: new Date(createdAt),
});

/** As JSON leaves the database: moments are text. */
type OrderJson = Omit<LibraryOrder, "reference" | "createdAt"> & {
  paymentIntentId: string | null;
  createdAt: string;
};

type ShelfRow = {
  ownerId: string;
  handle: string;
  name: string;
  avatar: StoredPicture | null;
  accent: string | null;
  isMember: boolean;
  courses: (Omit<LibraryCourse, "cover"> & { cover: StoredPicture | null })[];
  deliveries: (Omit<LibraryDelivery, "event"> & { event: EventJson | null })[];
  orders: OrderJson[];
  orderCount: number;
};

const order = (alias: string, customer: string) =>
  `json_build_object('isOfAddress', coalesce(${alias}.customer_id = ${customer}::uuid, false), 'isReturned', (select ${isReturned("buyer.email")} from customers buyer where buyer.id = ${alias}.customer_id), 'id', ${alias}.id, 'number', ${orderNumber(alias)}, 'paymentIntentId', ${alias}.payment_intent_id, 'status', ${alias}.status, 'createdAt', ${alias}.created_at,
     'totalCents', ${alias}.total_cents, 'refundedCents', ${alias}.refunded_cents, 'currency', ${alias}.currency,
     'refundRequest', (select case when asked.status in ('REQUESTED', 'GRANTED', 'DECLINED') then asked.status end
       from refund_requests asked where asked.order_id = ${alias}.id order by asked.created_at desc, asked.id limit 1), 'titles', (
       select json_agg(ordered.title order by ${inLineOrder("item")})
         from order_items item join products ordered on ordered.id = item.product_id where item.order_id = ${alias}.id and item.item_type <> 'PART'))`;

const picture = (alias: string) =>
  `case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'width', ${alias}.width, 'height', ${alias}.height,
     'variants', ${alias}.variants, 'alt', ${alias}.alt) end`;

const lessonsOf = (productId: string) =>
  `lessons lesson join course_modules module on module.id = lesson.module_id and module.product_id = ${productId}`;

/** SQL: the time that is booked last of the session `p`, as `EventJson`, or the line that it is of. */
const bookedTime = (what: "time" | "place") =>
  `(select ${
    what === "time"
      ? `json_build_object('eventStartsAt', booked.starts_at, 'eventEndsAt', booked.ends_at, 'eventZone', booked.zone, 'eventPlace', null,
          'isCancelled', false, 'eventLink', p.session_times ->> 'joinLink')`
      : `json_build_object('orderId', mine.order_id, 'itemId', mine.order_item_id)`
  } from ${openAccess("$2")} mine join bookings booked on booked.order_item_id = mine.order_item_id and booked.state = 'BOOKED'
     where mine.product_id = p.id and mine.order_id = any ($1::uuid[]) order by booked.starts_at desc limit 1)`;

/** SQL: the lines that the service `p` is done for. */
const workLines = (what: "exists" | "newest") => `${what === "exists" ? "exists" : ""} (
     select mine.order_id, mine.order_item_id, work.created_at
       from ${openAccess("$2")} mine join work_orders work on work.order_item_id = mine.order_item_id
      where mine.product_id = p.id and mine.order_id = any ($1::uuid[])${what === "exists" ? "" : " order by work.created_at desc, mine.order_item_id limit 10"})`;
const workOf = `case when p.type = 'SERVICE' then coalesce((
     select json_agg(json_build_object('orderId', line.order_id, 'itemId', line.order_item_id) order by line.created_at desc, line.order_item_id)
       from ${workLines("newest")} line), '[]') else '[]' end`;

/** Every shelf of a buyer, in one statement. */
export const selectShelves = hotStatement("library_select_shelves")<
  ShelfRow,
  [orderIds: string[], now: Date, orders: number, customerId: string | null]
>(`with bought as materialized (
     select o.id, o.owner_id, o.payment_intent_id, o.status, o.created_at, o.total_cents, o.refunded_cents, o.currency, o.customer_id,
            row_number() over (partition by o.owner_id order by o.created_at desc, o.id desc) as place
       from orders o where o.id = any ($1::uuid[]) and o.status in ('PAID', 'REFUNDED')),
   opened as materialized (
     select p.id, p.owner_id, p.type, p.slug, p.title, p.cover_image_id, nullif(trim(p.delivery_note), '') as delivery_note,
          p.event_starts_at, p.event_ends_at, p.event_zone, p.event_place, p.event_link, p.event_cancelled_at, p.session_times from products p where p.id in (
       select a.product_id from ${openAccess("$2")} a where a.order_id = any ($1::uuid[])))
   select u.id as "ownerId", u.handle, ${creatorName("u")} as name,
          ${picture("avatar")} as avatar, ${creatorAccent("u")} as accent,
          exists (select from opened p where p.owner_id = u.id and p.type = 'MEMBERSHIP') as "isMember",
          coalesce((
            select json_agg(json_build_object('productId', p.id, 'slug', p.slug, 'title', p.title, 'cover', ${picture("cover")},
                     'lessonCount', (select count(*) from ${lessonsOf("p.id")}),
                     'completedCount', (select count(distinct done.lesson_id) from ${lessonsOf("p.id")}
                        join progress done on done.lesson_id = lesson.id and done.order_id = any ($1::uuid[]) and done.completed),
                     'isStarted', exists (select from ${lessonsOf("p.id")}
                        join progress noted on noted.lesson_id = lesson.id and noted.order_id = any ($1::uuid[])))
                     order by p.title, p.id)
              from opened p left join images cover on cover.id = p.cover_image_id
             where p.owner_id = u.id and p.type = 'COURSE'), '[]') as courses,
          coalesce((
            select json_agg(json_build_object('productId', p.id, 'title', p.title, 'type', p.type, 'note', p.delivery_note, 'event', coalesce(${eventJson("p", "true")}, ${bookedTime("time")}),
                     'calendar', case when p.type = 'BOOKING_LINK' then ${bookedTime("place")} when p.event_starts_at is not null and p.event_cancelled_at is null then (
                       select json_build_object('orderId', a.order_id, 'itemId', a.order_item_id) from ${openAccess("$2")} a
                        where a.product_id = p.id and a.order_id = any ($1::uuid[]) order by a.granted_at desc, a.order_item_id limit 1) end, 'work', ${workOf}) order by p.title, p.id)
              from opened p where p.owner_id = u.id and (p.delivery_note is not null or num_nonnulls(p.event_starts_at, p.event_place, p.event_link, ${bookedTime("place")}) > 0 or ${workLines("exists")})), '[]') as deliveries,
          coalesce((select json_agg(${order("b", "$4")} order by b.place) from bought b where b.owner_id = u.id and b.place <= $3), '[]')
            as orders,
          shelf.orders::int as "orderCount"
     from (select owner_id, count(*) as orders, max(created_at) as newest from bought group by owner_id) shelf
     join users u on u.id = shelf.owner_id
     left join images avatar on avatar.id = u.avatar_image_id
    order by shelf.newest desc, u.id`);

const selectOrdersBefore = hotStatement("library_select_orders_before")<
  { json: OrderJson },
  [orderIds: string[], creator: string, before: string, customerId: string | null]
>(`select ${order("o", "$4")} as json
     from orders o join users u on u.id = o.owner_id
    where o.id = any ($1::uuid[]) and u.handle = $2 and o.status in ('PAID', 'REFUNDED')
      and (o.created_at, o.id) < (select b.created_at, b.id from orders b where b.id = $3 and b.id = any ($1::uuid[]))
    order by o.created_at desc, o.id desc
    limit 100`);
