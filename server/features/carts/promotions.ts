import { z } from "zod";
import { statement } from "#server/database/statement.ts";
import { definePromotion } from "#server/mail/promotions/promotion-template.ts";
import { isFinal, lockCart, readCart } from "./cart-now.ts";

/** Mails about carts: whatever was paid, stopped or taken off sale since they were queued is read as they are claimed. */
export const cartPromotions = {
  "cart-reminder": definePromotion({
    data: z.object({ cartMailId: z.uuid() }),
    async refusal(client, { data }, now) {
      const [mail] = await selectCart(client, data.cartMailId);
      if (!mail || !(await lockCart(client, mail.cartId))) return "Its cart is no more";
      const cart = await readCart(client, mail.cartId, { now, isByHand: true });
      if (!cart) return "Its cart is no more";
      return cart.refusal !== null && isFinal(cart.refusal) ? `Its cart is ${cart.refusal}` : null;
    },
    render: async (services, promotion, unsubscribe) =>
      (await import("./cart-mail.ts")).renderCartReminder(services, promotion.data, unsubscribe),
  }),
};

const selectCart = statement("carts_select_cart_of_mail")<{ cartId: string }, [id: string]>(
  `select cart_id as "cartId" from cart_mails where id = $1`,
);
