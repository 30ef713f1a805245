import { randomInt } from "node:crypto";
import type pg from "pg";
import type { CartStep } from "#contract/carts/sequences.ts";
import { firstMomentOf, fieldTextOf } from "#contract/dates.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { queuePromotion } from "#server/mail/promotions/queue-promotion.ts";
import type { Services } from "#server/services.ts";
import { type CartNow, isFinal, lockCart, readCart, type Refusal } from "./cart-now.ts";
import { nextMailAt } from "./sequences.ts";

type Needs = Pick<Services, "pool" | "clock">;

const atOnce = 200;
const hourMs = 3_600_000;
/** Mail that is later than this is not caught up. */
const tooLateMs = 24 * hourMs;
/** Later mails wait for the buyer's day: from 8 to 21 by their clocks. */
const [morning, evening] = [8, 21];

/** Queues the mails about carts that are due, each by a claim of its own. */
export async function queueCartMails({ pool, clock }: Needs, stopping?: AbortSignal): Promise<void> {
  const due = await selectDue(pool, clock.now(), atOnce);
  for (const { id } of due) {
    await queueNextMail({ pool, clock }, id, "TIME");
    stopping?.throwIfAborted();
  }
}

/** QUEUED, or why not; undefined where there is nothing to send. */
export type Queued = "QUEUED" | "TOO_LATE" | Refusal | undefined;

/**
 * Claims the next mail of a cart in one transaction: locks the cart, reads anew whatever speaks against it, writes the row
 * of the mail, makes its code and queues it. What is final ends the sequence; what passes puts the mail off. By HAND the
 * time is not asked for, and nothing else is left out.
 */
export async function queueNextMail(
  { pool, clock }: Needs,
  id: string,
  by: "TIME" | "HAND",
): Promise<Queued> {
  return inTransaction(pool, async (client): Promise<Queued> => {
    const now = clock.now();
    if (!(await lockCart(client, id))) return undefined;
    const cart = await readCart(client, id, { now, isByHand: by === "HAND" });
    const step = cart?.steps[cart.nextStep];
    if (!cart || !step) {
      await putOff(client, id, null);
      return undefined;
    }
    if (by === "TIME" && (!cart.nextMailAt || cart.nextMailAt > now)) return undefined;
    if (cart.refusal && isFinal(cart.refusal)) {
      await stop(client, id, cart.refusal, now);
      return cart.refusal;
    }
    const until = by === "TIME" ? waitUntil(cart, now) : null;
    if (cart.refusal || until) {
      const later = until ?? new Date(now.getTime() + hourMs);
      if (by === "TIME") await putOff(client, id, later);
      return cart.refusal ?? "TOO_SOON";
    }
    const isLate = by === "TIME" && now.getTime() - (cart.nextMailAt ?? now).getTime() > tooLateMs;
    await write(client, cart, step, isLate, now);
    return isLate ? "TOO_LATE" : "QUEUED";
  });
}

async function write(client: pg.PoolClient, cart: CartNow, step: CartStep, isLate: boolean, now: Date) {
  const code = isLate ? null : await codeFor(client, cart, step, now);
  const [mail] = await insertMail(
    client,
    cart.id,
    cart.nextStep,
    isLate ? "SKIPPED" : "QUEUED",
    isLate ? "Too late" : null,
    step.subject,
    step.body,
    code,
    now,
  );
  if (mail && !isLate)
    await queuePromotion(client, {
      ownerId: mail.ownerId,
      event: `cart:${cart.id}:${cart.nextStep}`,
      template: "cart-reminder",
      email: mail.email,
      cartId: cart.id,
      data: { cartMailId: mail.id },
      dueAt: now,
    });
  await advance(client, cart.id, cart.nextStep + 1, now);
}

/** Later steps wait for the morning where the buyer is. */
function waitUntil({ nextStep, timeZone }: CartNow, now: Date): Date | null {
  if (nextStep === 0) return null;
  const [day = "", time = ""] = fieldTextOf(now, timeZone).split("T");
  const hour = Number(time.slice(0, 2));
  if (hour >= morning && hour < evening) return null;
  const next = hour < morning ? now : new Date(now.getTime() + 4 * hourMs);
  const date = hour < morning ? day : fieldTextOf(next, timeZone).slice(0, 10);
  return firstMomentOf(`${date}T0${morning}:00`, timeZone) ?? new Date(now.getTime() + 8 * hourMs);
}

/** The cart's code, made with the first mail that has one: one use, its product alone, until the cart is over. */
async function codeFor(
  client: pg.PoolClient,
  cart: CartNow,
  step: CartStep,
  now: Date,
): Promise<string | null> {
  if (cart.madeCode) return cart.madeCode;
  if (step.couponPercent === null || !cart.mayHaveCode) return null;
  const code = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  await insertCode(client, cart.id, code, step.couponPercent * 100, now);
  return code;
}

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const selectDue = statement("carts_select_due")<{ id: string }, [now: Date, atMost: number]>(
  "select id from abandoned_carts where next_mail_at <= $1 order by next_mail_at limit $2",
);

const putOff = statement("carts_put_off")<never, [id: string, until: Date | null]>(
  "update abandoned_carts set next_mail_at = $2 where id = $1",
);

const stop = statement("carts_stop")<never, [id: string, reason: string, now: Date]>(
  "update abandoned_carts set stopped = $2, next_mail_at = null, updated_at = $3 where id = $1",
);

/** The sequence may have been switched off or shortened since. */
const advance = statement("carts_advance")<never, [id: string, nextStep: number, now: Date]>(
  `update abandoned_carts c set next_step = $2, updated_at = $3, next_mail_at = (
     select ${nextMailAt("after", "q")} from cart_sequences q, lateral (
       select c.left_at, c.stopped, $2::int as next_step) after
      where q.owner_id = c.owner_id and q.kind = c.kind)
    where c.id = $1`,
);

const insertMail = statement("carts_insert_mail")<
  { id: string; ownerId: string; email: string },
  [
    cartId: string,
    step: number,
    state: string,
    reason: string | null,
    subject: string,
    body: string,
    code: string | null,
    now: Date,
  ]
>(`insert into cart_mails (cart_id, owner_id, email, step, state, reason, subject, body, code, created_at)
   select id, owner_id, email, $2, $3, $4, $5, $6, $7, $8 from abandoned_carts where id = $1
   on conflict (cart_id, step) do nothing returning id, owner_id as "ownerId", email`);

const insertCode = statement("carts_insert_code")<
  never,
  [cartId: string, code: string, discountBps: number, now: Date]
>(`with made as (
     insert into coupons (owner_id, code, name, discount_type, discount_value, usage_limit, valid_from, valid_until, created_at, updated_at)
     select owner_id, $2, 'For a cart that was left', 'PERCENTAGE', $3, 1, $4, expires_at, $4, $4 from abandoned_carts where id = $1
     returning id, owner_id),
   limited as (
     insert into coupon_products (coupon_id, product_id, owner_id)
     select made.id, c.product_id, made.owner_id from made, abandoned_carts c where c.id = $1)
   update abandoned_carts set made_code = $2, code_made_at = $4 where id = $1`);
