import { z } from "zod";
import { statement } from "#server/database/statement.ts";
import { definePromotion } from "#server/mail/promotions/promotion-template.ts";
import { isFinal, lockCart, readCart } from "./cart-now.ts";
import { reasons } from "./refusal-words.ts";

const hourMs = 3_600_000;

/**
 * Mails about carts: whatever was paid, stopped or taken off sale since they were queued is read as they are claimed. While
 * somebody is in that checkout again, or its payment is on its way, they wait.
 */
export const cartPromotions = {
  "cart-reminder": definePromotion({
    data: z.object({ cartMailId: z.uuid(), isByHand: z.boolean().optional() }),
    apartHours: ({ isByHand }) => (isByHand ? 1 : 16),
    async refusal(client, { data }, now) {
      const [mail] = await selectCart(client, data.cartMailId);
      if (!mail || !(await lockCart(client, mail.cartId))) return "Its cart is no more";
      const cart = await readCart(client, mail.cartId, { now, isByHand: true });
      if (!cart) return "Its cart is no more";
      if (cart.refusal === "PENDING") return { until: new Date(now.getTime() + hourMs) };
      return cart.refusal !== null && isFinal(cart.refusal) ? reasons[cart.refusal] : null;
    },
    render: async (services, promotion, unsubscribe) =>
      (await import("./cart-mail.ts")).renderCartReminder(services, promotion.data, unsubscribe),
  }),
};

const selectCart = statement("carts_select_cart_of_mail")<{ cartId: string }, [id: string]>(
  `select cart_id as "cartId" from cart_mails where id = $1`,
);
