import type { z } from "zod";
import type { AbandonedCart, listAbandonedCarts as contract } from "#contract/carts/carts.ts";
import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { anywhere } from "#server/database/search-words.ts";
import type { Services } from "#server/services.ts";
import { reasons } from "./refusal-words.ts";

type Asked = z.output<(typeof contract)["schema"]["querystring"]>;
type Row = Omit<AbandonedCart, "checkoutUrl" | "isStopped"> &
  Placed & { orderBumps: string[]; affiliateCode: string };
type Needs = Pick<Services, "pool" | "clock" | "config">;

const perPage = 50;
const newest = 100;

/** A page of the creator's carts, those left last first. What was bought without a mail is none of them. */
export async function listAbandonedCarts(
  services: Needs,
  ownerId: string,
  asked: Asked,
): Promise<{ carts: AbandonedCart[]; nextCursor: string | null }> {
  const { shown, nextCursor } = cutPage(await selectCarts(services, ownerId, asked, perPage + 1), perPage);
  return { carts: shown.map((row) => listed(row, services.config.publicUrl)), nextCursor };
}

/** The creator's newest carts, as a plain list. */
export async function listNewestCarts(
  services: Needs,
  ownerId: string,
  filter: Omit<Asked, "cursor">,
): Promise<AbandonedCart[]> {
  const rows = await selectCarts(services, ownerId, filter, newest);
  return rows.map((row) => listed(row, services.config.publicUrl));
}

async function selectCarts(
  { pool, clock }: Needs,
  ownerId: string,
  { period, status, q, cursor }: Asked,
  atMost: number,
): Promise<Row[]> {
  const now = clock.now();
  const word = q?.trim() ? anywhere(q.trim().toLowerCase()) : null;
  const since = period === undefined ? null : await sinceOf(pool, ownerId, period, now);
  const select = status === undefined ? selectAll : selectOf[status];
  return select(pool, ownerId, word, since, ...placeOf(cursor), atMost);
}

/** One cart of the creator's, as it is listed. Throws 404 for any other id. */
export async function getCart({ pool, config }: Needs, ownerId: string, id: string): Promise<AbandonedCart> {
  const [row] = await selectOne(pool, ownerId, id);
  if (!row) throw NotFound("Cart not found");
  return listed(row, config.publicUrl);
}

/** When a period of the creator's zone began. */
export async function sinceOf(
  pool: Services["pool"],
  ownerId: string,
  period: NonNullable<Asked["period"]>,
  now: Date,
): Promise<Date> {
  const days = { today: 0, week: 7, month: 30 }[period];
  if (days > 0) return new Date(now.getTime() - days * 86_400_000);
  const [today] = await selectToday(pool, ownerId, now);
  return today?.since ?? now;
}

function listed({ orderBumps, affiliateCode, ...cart }: Row, publicUrl: URL): AbandonedCart {
  const checkout = new URL(`/checkout/${cart.productId}`, publicUrl);
  if (orderBumps.length > 0) checkout.searchParams.set("bump", orderBumps.join(","));
  if (cart.couponCode) checkout.searchParams.set("code", cart.couponCode);
  if (affiliateCode) checkout.searchParams.set("aff", affiliateCode);
  const stopReason = Object.hasOwn(reasons, cart.stopReason ?? "")
    ? reasons[cart.stopReason as keyof typeof reasons]
    : null;
  const isStopped = cart.stopReason !== null;
  return {
    ...cart,
    isStopped,
    stopReason,
    nextEmailAt: isStopped ? null : cart.nextEmailAt,
    checkoutUrl: checkout.href,
  };
}

const selectToday = statement("carts_select_today")<{ since: Date }, [ownerId: string, now: Date]>(
  `select ${startOfDay(`($2::timestamptz at time zone ${zoneOfCreator("$1")})::date`, zoneOfCreator("$1"))} as since`,
);

const columns = `c.id, c.email, (
       select k.id from customers k where lower(k.email) = lower(c.email)
          and exists (select from orders o where o.customer_id = k.id and o.owner_id = c.owner_id)) as "customerId",
     c.product_id as "productId", p.title as "productTitle", c.price_cents as "priceCents", c.currency,
     nullif(c.coupon_code, '') as "couponCode", c.recovery_emails_sent as "recoveryEmailsSent", c.last_email_sent as "lastEmailSent",
     c.recovered, c.recovered_order_id as "recoveredOrderId", c.recovered_by as "recoveredBy", c.kind,
          -- Who has said no is left out as its mail would leave, and the cart knows nothing of it.
     coalesce(c.stopped, case when c.outcome is null and suppression_of(c.owner_id, c.email, c.id) is not null then 'UNSUBSCRIBED' end) as "stopReason", (
       select case when m.channel = 'DM' then json_build_object('state', m.state, 'reason', m.reason)
                   when m.dm_refusal is not null then json_build_object('state', 'NONE', 'reason', m.dm_refusal) end
         from cart_mails m where m.cart_id = c.id and m.step = 0) as message, c.next_mail_at as "nextEmailAt", coalesce(c.abandoned_at, c.left_at) as "abandonedAt",
     case when c.recovered then 'RECOVERED' when c.recovery_emails_sent > 0 then 'EMAIL_SENT' else 'ABANDONED' end as status,
     c.expires_at as "expiresAt", c.created_at as "createdAt", c.order_bumps as "orderBumps", c.affiliate_code as "affiliateCode",
     ${placeMicros("coalesce(c.abandoned_at, c.left_at)")} as "placeMicros"`;

type PageValues = [
  ownerId: string,
  word: string | null,
  since: Date | null,
  micros: string,
  id: string,
  atMost: number,
];

/**
 * Each condition as its index says it, so that a page is read from there, however many carts a creator has. A part of an address
 * is looked for in all of them, byte by byte: what a language calls lower case costs four times as much, and addresses are kept
 * in it.
 */
const page = (
  which: string,
) => `select ${columns} from abandoned_carts c join products p on p.id = c.product_id
    where c.owner_id = $1 and ${which} and ($2::text is null or c.email collate "C" like $2) and ($3::timestamptz is null or c.abandoned_at >= $3)
      and ${comesAfter("c.abandoned_at", "c.id", ["$4", "$5"])}
    order by c.abandoned_at desc, c.id desc limit $6`;

const isListed = "c.abandoned_at is not null and c.outcome is distinct from 'BOUGHT'";

const selectAll = statement("carts_list")<Row, PageValues>(page(isListed));
const selectOf = {
  RECOVERED: statement("carts_list_recovered")<Row, PageValues>(page("c.recovered")),
  EMAIL_SENT: statement("carts_list_mailed")<Row, PageValues>(
    page(`c.recovery_emails_sent > 0 and not c.recovered and ${isListed}`),
  ),
  ABANDONED: statement("carts_list_abandoned")<Row, PageValues>(
    page(`c.recovery_emails_sent = 0 and not c.recovered and ${isListed}`),
  ),
};

const selectOne = statement("carts_select_one")<Row, [ownerId: string, id: string]>(
  `select ${columns} from abandoned_carts c join products p on p.id = c.product_id
    where c.owner_id = $1 and c.id = $2 and ${isListed}`,
);
