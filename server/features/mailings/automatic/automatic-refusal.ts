import type pg from "pg";
import type { AudienceCondition } from "#contract/mailings/audience.ts";
import type { AutomaticMailKind } from "#contract/mailings/automatic-mails.ts";
import { hotStatement } from "#server/database/statement.ts";
import { isOpenCoupon } from "#server/features/mailings/compose-mailing.ts";
import { unproven } from "#server/features/mailings/judged-people.ts";
import { readPerson } from "#server/features/mailings/read-person.ts";
import type { Promotion } from "#server/mail/promotions/promotion-template.ts";
import type { AutomaticData } from "./automatic-data.ts";

/** Why an automatic mail may not leave any more: asked as it is claimed, of what is true then. */
export async function automaticRefusal(
  client: pg.PoolClient,
  { ownerId, email, data }: Promotion<AutomaticData>,
  now: Date,
): Promise<string | null> {
  const [mail] = await selectMail(client, data.automaticMailId, ownerId, email, now);
  if (!mail) return "You deleted this mail";
  if (!mail.isOn) return switchedOff;
  if (!mail.isOnSale) return "What it leads to is not on sale";
  if (!mail.isCouponOpen) return "Its coupon has ended";
  const { kind, mailbox, offerProductId } = mail;
  const asked = { ownerId, now, mailbox };
  const of = (condition: AudienceCondition) =>
    readPerson(client, { ...asked, audience: { match: "ALL", conditions: [condition] } });
  const person = await of(conditionOf(kind, data));
  if (!person) return noMore[kind];
  if (!person.isProven) return unproven;
  if (offerProductId !== null && (await of({ ...bought, productId: offerProductId })))
    return "They have what it leads to";
  return null;
}

export const switchedOff = "You switched this mail off";

const bought = { type: "bought", is: true, since: null } as const;

/** What must still hold of whoever is written to. */
function conditionOf(kind: AutomaticMailKind, { productId }: AutomaticData): AudienceCondition {
  return kind === "WELCOME" ? { type: "subscribed", is: true } : { ...bought, productId };
}

const noMore: Record<AutomaticMailKind, string> = {
  WELCOME: "They are on your list no more",
  AFTER_PURCHASE: "They were given their money back",
};

const selectMail = hotStatement("automatic_mails_select_for_claim")<
  {
    kind: AutomaticMailKind;
    isOn: boolean;
    offerProductId: string | null;
    isOnSale: boolean;
    isCouponOpen: boolean;
    mailbox: string;
  },
  [id: string, ownerId: string, email: string, now: Date]
>(`select a.kind, a.switched_on_at is not null as "isOn", a.offer_product_id as "offerProductId", coalesce(mailbox_of($3::text), '') as mailbox,
          a.offer_product_id is null or exists (select from products p where p.id = a.offer_product_id and p.state = 'PUBLISHED') as "isOnSale",
          a.coupon_id is null or exists (select from coupons c where c.id = a.coupon_id and ${isOpenCoupon("c", "$4::timestamptz")}) as "isCouponOpen"
     from automatic_mails a where a.id = $1 and a.owner_id = $2`);
