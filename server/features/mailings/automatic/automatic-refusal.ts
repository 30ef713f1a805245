import type pg from "pg";
import type { AudienceCondition } from "#contract/mailings/audience.ts";
import type { AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import { hotStatement } from "#server/database/statement.ts";
import { isOpenCoupon } from "#server/features/mailings/compose-mailing.ts";
import { unproven } from "#server/features/mailings/judged-people.ts";
import { readPerson } from "#server/features/mailings/read-person.ts";
import type { Promotion } from "#server/mail/promotions/promotion-template.ts";
import type { AutomaticData } from "./automatic-data.ts";
import { readStudying } from "./studying.ts";

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
  const { kind, mailbox, days, offerProductId } = mail;
  const { productId } = data;
  if (kind === "NEW_POST" && !(await isPublished(client, data, now))) return "You took the post back";
  const asked = { ownerId, now, mailbox };
  const of = (condition: AudienceCondition) =>
    readPerson(client, { ...asked, audience: { match: "ALL", conditions: [condition] } });
  const person = await of(conditionOf(kind, data));
  if (!person) return noMore[kind];
  if (!person.isProven) return unproven;
  if (kind === "COURSE_REMINDER" && productId !== null) {
    const studying = await readStudying(client, { mailbox, productId, days, now });
    if (!studying) return "They finished it, or have it no more";
    if (!studying.hasStopped) return "They went on by themselves";
  }
  if (offerProductId !== null && (await of({ ...bought, productId: offerProductId })))
    return "They have what it leads to";
  return null;
}

export const switchedOff = "You switched this mail off";

const bought = { type: "bought", is: true, since: null } as const;

/** What must still hold of whoever is written to. */
function conditionOf(kind: AutomaticMailKind, { productId }: AutomaticData): AudienceCondition {
  switch (kind) {
    case "WELCOME":
      return { type: "subscribed", is: true };
    case "NEW_POST":
      return { type: "member", is: true, productId, when: "NOW" };
    default:
      return { ...bought, productId };
  }
}

const noMore: Record<AutomaticMailKind, string> = {
  WELCOME: "They are on your list no more",
  AFTER_PURCHASE: "They were given their money back",
  NEW_POST: "They are no member any more",
  COURSE_REMINDER: "They were given their money back",
};

/** Whether members can still read the post, and those it was for. */
async function isPublished(
  client: pg.PoolClient,
  { postId, productId }: AutomaticData,
  now: Date,
): Promise<boolean> {
  return postId !== null && (await selectPublished(client, postId, productId, now)).length > 0;
}

const selectPublished = hotStatement("automatic_mails_select_published")<
  { id: string },
  [postId: string, productId: string | null, now: Date]
>("select id from posts where id = $1 and product_id is not distinct from $2::uuid and published_at <= $3");

const selectMail = hotStatement("automatic_mails_select_for_claim")<
  {
    kind: AutomaticMailKind;
    isOn: boolean;
    days: number;
    offerProductId: string | null;
    isOnSale: boolean;
    isCouponOpen: boolean;
    mailbox: string;
  },
  [id: string, ownerId: string, email: string, now: Date]
>(`select a.kind, a.days, a.switched_on_at is not null as "isOn", a.offer_product_id as "offerProductId", coalesce(mailbox_of($3::text), '') as mailbox,
          a.offer_product_id is null or exists (select from products p where p.id = a.offer_product_id and p.state = 'PUBLISHED') as "isOnSale",
          a.coupon_id is null or exists (select from coupons c where c.id = a.coupon_id and ${isOpenCoupon("c", "$4::timestamptz")}) as "isCouponOpen"
     from automatic_mails a where a.id = $1 and a.owner_id = $2`);
