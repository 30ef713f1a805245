import { z } from "zod";
import type { Audience } from "#contract/mailings/audience.ts";
import type { MailingState } from "#contract/mailings/mailings.ts";
import { hotStatement } from "#server/database/statement.ts";
import { definePromotion } from "#server/mail/promotions/promotion-template.ts";
import { automaticRefusal } from "./automatic/automatic-refusal.ts";
import { isOpenCoupon } from "./compose-mailing.ts";
import { readPerson } from "./read-person.ts";

/** A mailing that is larger than its creator may send a day takes its days; afterwards it is no news. */
const lateHours = 30 * 24;

/** The mails of mailings, and those that something caused: whoever bought, left or was told otherwise since is found as each is claimed. */
export const mailingPromotions = {
  mailing: definePromotion({
    data: z.object({ mailingId: z.uuid(), name: z.string() }),
    lateHours,
    async refusal(client, { ownerId, email, data }, now) {
      const [mailing] = await selectMailing(client, data.mailingId, email, now);
      if (!mailing || mailing.state !== "SENDING") return "You stopped this mailing";
      if (!mailing.isOnSale) return "Its product is not on sale any more";
      if (!mailing.isCouponOpen) return "Its coupon has ended";
      const { audience, mailbox } = mailing;
      return (await readPerson(client, { ownerId, audience, now, mailbox }))?.isProven
        ? null
        : "Your conditions do not fit them any more";
    },
    render: async (services, promotion, unsubscribe) =>
      (await import("./render-mailing.ts")).renderMailing(services, promotion, unsubscribe),
  }),
  automatic: definePromotion({
    data: z.object({
      automaticMailId: z.uuid(),
      name: z.string(),
      productId: z.uuid().nullable(),
      postId: z.uuid().nullable(),
    }),
    refusal: automaticRefusal,
    render: async (services, promotion, unsubscribe) =>
      (await import("./automatic/render-automatic-mail.ts")).renderAutomaticMail(
        services,
        promotion,
        unsubscribe,
      ),
  }),
};

/** What it is about and offers, as it is now. */
const selectMailing = hotStatement("mailings_select_for_claim")<
  { state: MailingState; audience: Audience; isOnSale: boolean; isCouponOpen: boolean; mailbox: string },
  [id: string, email: string, now: Date]
>(`select m.state, m.audience, coalesce(mailbox_of($2::text), '') as mailbox,
          m.product_id is null or exists (select from products p where p.id = m.product_id and p.state = 'PUBLISHED') as "isOnSale",
          m.coupon_id is null or exists (select from coupons c where c.id = m.coupon_id and ${isOpenCoupon("c", "$3::timestamptz")}) as "isCouponOpen"
     from mailings m where m.id = $1`);
