import { randomInt } from "node:crypto";
import type pg from "pg";
import type { CartStep } from "#contract/carts/sequences.ts";
import { firstMomentOf, fieldTextOf } from "#contract/dates.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { isStoreClosed } from "#server/database/suspended.ts";
import {
  queueCartMessage,
  type QueuedCartMessage,
} from "#server/features/social/engine/send/queue-cart-message.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { queuePromotion } from "#server/mail/promotions/queue-promotion.ts";
import type { Services } from "#server/services.ts";
import { cartToken } from "./cart-links.ts";
import { insertCartCode, insertCartMail } from "./cart-mail-rows.ts";
import { isHeldBack } from "./comparisons.ts";
import { type CartNow, isFinal, lockCart, readCart, type Refusal } from "./cart-now.ts";
import { nextMailAt } from "./sequences.ts";

type Needs = Pick<Services, "pool" | "clock" | "config" | "platforms" | "secret">;

const atOnce = 200;
const hourMs = 3_600_000;
/** Mail that is later than this is not caught up. */
const tooLateMs = 24 * hourMs;
/** Later mails wait for the buyer's day: from 8 to 21 by their clocks. */
const [morning, evening] = [8, 21];

/**
 * Queues the mails about carts that are due, each by a claim of its own. Those of a store that is closed stay due: its products
 * are off sale, which would end each sequence for good. Once it is open they are late, and what is too late is skipped as ever.
 */
export async function queueCartMails(services: Needs, stopping?: AbortSignal): Promise<void> {
  const { pool, clock } = services;
  const due = await selectDue(pool, clock.now(), atOnce);
  for (const { id } of due) {
    await queueNextMail(services, id, "TIME");
    stopping?.throwIfAborted();
  }
}

/** QUEUED, or why not; undefined where there is nothing to send. */
export type Queued = "QUEUED" | "TOO_LATE" | Refusal | undefined;

/**
 * Claims the next mail of a cart in one transaction: locks the cart, reads anew whatever speaks against it, writes the row
 * of the mail, makes its code and queues it, or a message in its place. What is final ends the sequence; what passes puts the
 * mail off. By HAND the time is not asked for, and nothing else is left out.
 */
export async function queueNextMail(services: Needs, id: string, by: "TIME" | "HAND"): Promise<Queued> {
  const { pool, clock } = services;
  const queued = await inTransaction(pool, async (client): Promise<Queued> => {
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
    if (cart.refusal === "CLOSED") return cart.refusal;
    const until = by === "TIME" ? waitUntil(cart, now) : null;
    if (cart.refusal || until) {
      const later = until ?? new Date(now.getTime() + hourMs);
      if (by === "TIME") await putOff(client, id, later);
      return cart.refusal ?? "TOO_SOON";
    }
    if (by === "TIME" && now.getTime() - (cart.nextMailAt ?? now).getTime() > tooLateMs) {
      const { subject, content } = step;
      await insertCartMail(
        client,
        id,
        cart.nextStep,
        "SKIPPED",
        "Too late",
        subject,
        JSON.stringify(content),
        null,
        now,
        null,
        null,
      );
      await advance(client, id, cart.nextStep + 1, now);
      return "TOO_LATE";
    }
    if (by === "TIME" && cart.nextStep === 0 && (await isHeldBack(client, cart, now))) {
      await stop(client, id, "HELD_BACK", now);
      return "HELD_BACK";
    }
    await write(services, client, cart, step, by, now);
    return "QUEUED";
  });
  if (queued === "QUEUED") wakeListeners(pool, "social_work");
  return queued;
}

async function write(
  services: Needs,
  client: pg.PoolClient,
  cart: CartNow,
  step: CartStep,
  by: "TIME" | "HAND",
  now: Date,
): Promise<void> {
  const { subject, content } = step;
  const message = by === "TIME" ? await queueFirstMessage(services, client, cart, now) : undefined;
  const code = message?.sendId ? null : await codeFor(client, cart, step, now);
  const sent = [message?.sendId ?? null, message?.refusal ?? null] as const;
  const [mail] = await insertCartMail(
    client,
    cart.id,
    cart.nextStep,
    "QUEUED",
    null,
    subject,
    JSON.stringify(content),
    code,
    now,
    ...sent,
  );
  if (mail && !message?.sendId)
    await queuePromotion(client, {
      ownerId: mail.ownerId,
      event: `cart:${cart.id}:${cart.nextStep}`,
      template: "cart-reminder",
      email: mail.email,
      cartId: cart.id,
      data: { cartMailId: mail.id, ...(by === "HAND" && { isByHand: true }) },
      dueAt: now,
    });
  await advance(client, cart.id, cart.nextStep + 1, now);
}

/** In the place of the first mail, where a reply in messages had led here and the creator prefers that; undefined: a mail. */
async function queueFirstMessage(
  services: Needs,
  client: pg.PoolClient,
  { id, ownerId, nextStep, conversationId, dmText, productTitle }: CartNow,
  now: Date,
): Promise<QueuedCartMessage | undefined> {
  if (nextStep > 0 || conversationId === null || dmText === null) return undefined;
  const link = new URL(`/api/cart-links/${cartToken(services.secret, id, "DM")}`, services.config.publicUrl);
  const message = {
    userId: ownerId,
    conversationId,
    text: dmText,
    product: productTitle,
    url: link.href,
    now,
  };
  return queueCartMessage(services, client, message);
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
  await insertCartCode(client, cart.id, code, step.couponPercent * 100, now);
  return code;
}

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** SQL: the carts of which a mail is due at `$1`. */
const dueCarts = `abandoned_carts c where c.next_mail_at <= $1 and not ${isStoreClosed("c.owner_id")}`;

/** SQL: whether there is any at `$1`. */
export const isAnyCartMailDue = `exists (select from ${dueCarts})`;

const selectDue = statement("carts_select_due")<{ id: string }, [now: Date, atMost: number]>(
  `select c.id from ${dueCarts} order by c.next_mail_at limit $2`,
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
