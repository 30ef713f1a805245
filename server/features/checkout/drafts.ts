import type { z } from "zod";
import type { Draft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { draftDays } from "./draft-cookie.ts";

type Change = Omit<z.output<typeof saveCheckoutDraft.schema.body>, "hasActed" | "timeZone">;
type Place = { draftHash: string; productId: string };
/** Where a draft is saved from: the browser as its checkouts know it. */
type SavedFrom = Place & { browserHash: string | undefined };

/** What a browser has left in a product's checkout. */
export async function findDraft(
  { pool, clock }: Services,
  { draftHash, productId }: Place,
): Promise<Draft | null> {
  const [draft] = await selectDraft(pool, draftHash, productId, clock.now());
  return draft ?? null;
}

/**
 * Keeps what has changed, and answers all of it: of two tabs the newest change wins, part by part. Touches no checkout:
 * what is charged is a cart version, and a draft is none. Null where the draft that the tab knows has ended (paid, or
 * cleared in another tab), where a new one would be of a checkout that is paid, and where `mayBegin` refuses it.
 */
export async function saveDraft(
  { pool, clock }: Services,
  { draftHash, productId, browserHash }: SavedFrom,
  { revision, choice, email, customerName, shippingAddress, checkoutSessionId }: Change,
  mayBegin: () => Promise<boolean>,
): Promise<Draft | null> {
  const now = clock.now();
  const values: DraftValues = [
    draftHash,
    productId,
    choice?.orderBumps ?? null,
    choice?.couponCode ?? null,
    choice?.affiliateCode ?? null,
    choice?.link ?? null,
    choice?.billingInterval ?? null,
    choice?.amountCents ?? null,
    email ?? null,
    customerName ?? null,
    JSON.stringify(shippingAddress ?? {}),
    now,
    new Date(now.getTime() + draftDays * 86_400_000),
  ];
  const [changed] = await updateDraft(pool, ...values);
  if (changed) return changed;
  if (revision > 0 || !(await mayBegin())) return null;
  const [begun] = await insertDraft(pool, ...values, checkoutSessionId ?? null, browserHash ?? null);
  if (begun) return begun;
  // Another tab began it at the same moment, or its checkout is paid.
  const [joined] = await updateDraft(pool, ...values);
  return joined ?? null;
}

/** Forgets all that a browser has left, in whichever checkout. */
export async function deleteDrafts({ pool }: Services, draftHash: string): Promise<void> {
  await deleteOfBrowser(pool, draftHash);
}

const columns = `d.revision, d.order_bumps as "orderBumps", d.coupon_code as "couponCode", d.affiliate_code as "affiliateCode",
  d.billing_interval as "billingInterval", d.amount_cents as "amountCents", d.link, d.email, d.customer_name as "customerName", d.shipping_address as "shippingAddress",
  (select json_build_object('totalCents', c.price_cents) from cart_returns r join abandoned_carts c on c.id = r.cart_id where r.draft_id = d.id) as left`;

const selectDraft = hotStatement("checkout_select_draft")<
  Draft,
  [draftHash: string, productId: string, now: Date]
>(
  `select ${columns} from checkout_drafts d where d.token_hash = $1 and d.product_id = $2 and d.expires_at > $3`,
);

type DraftValues = [
  draftHash: string,
  productId: string,
  orderBumps: string[] | null,
  couponCode: string | null,
  affiliateCode: string | null,
  link: string | null,
  billingInterval: Draft["billingInterval"],
  amountCents: number | null,
  email: string | null,
  customerName: string | null,
  shippingAddress: string,
  now: Date,
  expiresAt: Date,
];

const updateDraft = hotStatement("checkout_update_draft")<
  Draft,
  DraftValues
>(`update checkout_drafts d set revision = d.revision + 1,
     order_bumps = coalesce($3, d.order_bumps), coupon_code = coalesce($4, d.coupon_code),
     affiliate_code = coalesce($5, d.affiliate_code), link = coalesce($6, d.link),
     billing_interval = case when $3::uuid[] is null then d.billing_interval else $7 end,
     amount_cents = case when $3::uuid[] is null then d.amount_cents else $8 end, email = coalesce($9, d.email),
     customer_name = coalesce($10, d.customer_name), shipping_address = d.shipping_address || $11::jsonb,
     updated_at = $12, expires_at = $13
   where d.token_hash = $1 and d.product_id = $2 and d.expires_at > $12
   returning ${columns}`);

/**
 * A browser's twenty newest stay. No row where another tab has begun one, its checkout is paid, or there is no such product.
 * An order that is being written has locked its checkout: it is waited for. One that is written later finds the draft, and
 * ends it.
 */
const insertDraft = statement("checkout_insert_draft")<
  Draft,
  [...DraftValues, checkoutSessionId: string | null, browserHash: string | null]
>(`with own as materialized (
     select session_id, status from checkout_sessions
      where session_id = $14 and browser_hash = $15 and product_id = $2 for key share),
   older as (
     delete from checkout_drafts where id in (
       select id from checkout_drafts where token_hash = $1 and product_id <> $2 order by updated_at desc offset 19))
   insert into checkout_drafts as d (token_hash, product_id, order_bumps, coupon_code, affiliate_code, link, billing_interval, amount_cents, email,
                                     customer_name, shipping_address, created_at, updated_at, expires_at, checkout_session_id)
   select $1, p.id, coalesce($3::uuid[], '{}'), coalesce($4, ''), coalesce($5, ''), coalesce($6, ''), $7::text, $8::int, coalesce($9, ''),
          coalesce($10, ''), $11::jsonb, $12, $12, $13, (select session_id from own)
     from products p where p.id = $2 and not exists (select from own where status = 'COMPLETED')
   on conflict (token_hash, product_id) do update set revision = d.revision + 1, order_bumps = excluded.order_bumps,
     coupon_code = excluded.coupon_code, affiliate_code = excluded.affiliate_code, link = excluded.link,
     billing_interval = excluded.billing_interval, amount_cents = excluded.amount_cents, email = excluded.email, customer_name = excluded.customer_name, shipping_address = excluded.shipping_address,
     checkout_session_id = excluded.checkout_session_id, updated_at = excluded.updated_at, expires_at = excluded.expires_at
   where d.expires_at <= excluded.updated_at
   returning ${columns}`);

const deleteOfBrowser = statement("checkout_delete_drafts")<never, [draftHash: string]>(
  "delete from checkout_drafts where token_hash = $1",
);
