import type { AudienceCondition } from "#contract/mailings/audience.ts";
import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { mailboxesWithTag } from "#server/database/person-tags.ts";
import { openAccess } from "#server/features/access/open-access.ts";

type Of<Type> = Extract<AudienceCondition, { type: Type }>;
type Asked = Exclude<AudienceCondition, Of<"subscribed" | "spent">>;
/** Makes a parameter of what a creator chose. */
type Value = (value: unknown, type: string) => string;

/**
 * SQL: the mailboxes of whom a condition holds, perhaps several times each. `$1` is the creator, `$2` the moment, and `ids`
 * the creator's customers who are asked about: `customer_id`, `mailbox`.
 */
export function mailboxesOf(condition: Asked, value: Value): string {
  if (condition.type === "leftCart") return leftCarts(condition, value);
  if (condition.type === "tag") return mailboxesWithTag("$1", value(condition.tagId, "uuid"));
  return `select i.mailbox from ids i join (${customersOf(condition, value)}) s(customer_id) on s.customer_id = i.customer_id`;
}

function customersOf(condition: Exclude<Asked, Of<"leftCart" | "tag">>, value: Value): string {
  switch (condition.type) {
    case "bought":
      return `
        select o.customer_id from order_items t join orders o on o.id = t.order_id
         where t.owner_id = $1 and o.status = 'PAID' and (t.total_price_cents = 0 or t.refunded_cents < t.total_price_cents)
           ${ofProduct("t.product_id", condition.productId, value)} ${from("o.paid_at", condition.since, value)}`;
    case "member":
      return condition.when === "NOW" ? members(condition, value) : formerMembers(condition, value);
    case "cameFrom":
      return cameFrom[condition.source];
    default:
      return condition satisfies never;
  }
}

/** Who is a member now, paused and in grace as well. */
const members = ({ productId }: Of<"member">, value: Value) => `
  select a.customer_id from ${openAccess("$2")} a join products m on m.id = a.product_id and m.type = 'MEMBERSHIP'
   where a.owner_id = $1 ${ofProduct("a.product_id", productId, value)}`;

/** Who was one, and is none of the same membership any more. */
const formerMembers = ({ productId }: Of<"member">, value: Value) => `
  select f.customer_id from access f join products m on m.id = f.product_id and m.type = 'MEMBERSHIP'
   where f.owner_id = $1 ${ofProduct("f.product_id", productId, value)}
     and not exists (select from ${openAccess("$2")} n where n.customer_id = f.customer_id and n.product_id = f.product_id)`;

const attributed = (kind: string) => `
  select o.customer_id from order_attributions a join reply_links l on l.id = a.link_id and l.mailing_id is ${kind}
    join orders o on o.id = a.order_id where a.user_id = $1`;

const cameFrom: Record<Of<"cameFrom">["source"], string> = {
  REPLY: attributed("null"),
  MAILING: attributed("not null"),
  AFFILIATE: `select o.customer_id from orders o
     where o.owner_id = $1 and o.affiliate_link_id is not null and o.status in ('PAID', 'REFUNDED')`,
  CART_MAIL: `select o.customer_id from abandoned_carts k join orders o on o.id = k.recovered_order_id
     where k.owner_id = $1 and k.recovered and k.recovered_by = 'LINK'`,
};

const leftCarts = ({ productId, since }: Of<"leftCart">, value: Value) => `
  select k.mailbox from abandoned_carts k
   where k.owner_id = $1 and k.abandoned_at is not null and k.outcome is distinct from 'BOUGHT' and not k.recovered
     ${ofProduct("k.product_id", productId, value)} ${from("k.left_at", since, value)}`;

const ofProduct = (column: string, productId: string | null, value: Value) =>
  productId === null ? "" : `and ${column} = ${value(productId, "uuid")}`;

/** A day of the creator's zone, or later. */
const from = (column: string, since: string | null, value: Value) =>
  since === null ? "" : `and ${column} >= ${startOfDay(value(since, "date"), zoneOfCreator("$1"))}`;
