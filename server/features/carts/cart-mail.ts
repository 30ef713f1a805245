import type { DocumentNode, RichDocument } from "#contract/document/document.ts";
import { mailLinkPath, saysPlaceholder } from "#contract/document/mail-placeholders.ts";
import { statement } from "#server/database/statement.ts";
import { compileMail } from "#server/documents/mail/compile-mail.ts";
import { listProductsInTexts } from "#server/features/catalog/products-in-texts.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { UnsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import type { Services } from "#server/services.ts";
import { cartToken } from "./cart-links.ts";
import { hasBought } from "./cart-now.ts";
import { storedContent } from "./stored-steps.ts";

/** A mail about a cart: its text as it was when it was claimed, and its links. */
export type CartMail = {
  ownerId: string;
  subject: string;
  content: RichDocument;
  values: { name: string; product: string; price: string; code: string | null };
  /** Back to the checkout. */
  link: string;
  /** The page that ends these mails, and where a mail program posts for the same. */
  stop: UnsubscribeWays;
  seller: Seller;
  /** Of the creator; null: none is said, and nothing leaves. */
  postalAddress: string | null;
};

/** Refused where the cart was paid, stopped or unsubscribed after the mail was claimed. */
export async function renderCartReminder(
  { pool, config, secret, clock }: Services,
  { cartMailId }: { cartMailId: string },
  unsubscribe: UnsubscribeWays,
): Promise<RenderedMail> {
  const [mail] = await selectMail(pool, cartMailId, clock.now());
  if (!mail) throw new MailRefused("Its cart is over, or hears no more");
  const { cartId, ownerId, seller, subject, content, body, customerName, title, price, code, postalAddress } =
    mail;
  return renderCartMail(
    { pool, config },
    {
      ownerId,
      subject,
      content: storedContent({ content, body }),
      values: { name: customerName, product: title, price, code },
      link: new URL(`/api/cart-links/${cartToken(secret, cartId)}`, config.publicUrl).href,
      stop: unsubscribe,
      seller,
      postalAddress,
    },
  );
}

/**
 * The very bytes that leave, and that a preview shows: the one place that makes a mail of a cart's text. Its words are inert,
 * since anybody may have typed the address. Throws `MailRefused` for one that mail programs would cut.
 */
export async function renderCartMail(
  { pool, config }: Pick<Services, "pool" | "config">,
  { ownerId, subject, content, values, link, stop, seller, postalAddress }: CartMail,
): Promise<RenderedMail> {
  const { creator, shop } = onBehalfOf(seller, config);
  const products = await listProductsInTexts(pool, ownerId, [content]);
  const { fill } = await compileMail(
    {
      subject,
      document: withWayBack(content, values.code !== null),
      shown: { products },
      seller,
      reason: `You get this mail because this address was entered in the checkout of ${shop} and the purchase was not finished.`,
      postalAddress,
      isInert: true,
      hasTitle: true,
      stopWords: `No more reminders from ${creator}`,
    },
    config,
  );
  return fill({ ...values, link, unsubscribe: stop });
}

/** Every mail leads back to the checkout: below the text, where what is shown of that does not lead there by itself. */
function withWayBack(document: RichDocument, hasCode: boolean): RichDocument {
  if (leadsBack(document, hasCode)) return document;
  const button = { type: "button" as const, attrs: { label: "Back to your checkout", href: mailLinkPath } };
  return { ...document, content: [...document.content, button] };
}

/** A paragraph with a code is left out where there is none; the words of a link or a button lead where that leads. */
function leadsBack(node: DocumentNode, hasCode: boolean): boolean {
  switch (node.type) {
    case "button":
      return node.attrs.href === mailLinkPath;
    case "text": {
      const link = node.marks?.find((mark) => mark.type === "link");
      return link ? link.attrs.href === mailLinkPath : saysPlaceholder(node.text, "link");
    }
    case "paragraph":
      if (!hasCode && node.content.some((part) => part.type === "text" && saysPlaceholder(part.text, "code")))
        return false;
      return node.content.some((part) => leadsBack(part, hasCode));
    default:
      return "content" in node && node.content.some((part) => leadsBack(part, hasCode));
  }
}

/**
 * SQL: what the cart `c` costs its recipient now. With a coupon that has ended, or is for a first purchase they have made,
 * that is the price without it.
 */
const offeredCents = `case when c.coupon_code = '' or exists (
    select from coupons k
     where k.owner_id = c.owner_id and lower(k.code) = lower(c.coupon_code) and k.active
       and k.valid_from <= $2 and (k.valid_until is null or k.valid_until > $2)
       and (k.usage_limit is null or k.usage_count < k.usage_limit)
       and not (k.first_time_customer_only and ${hasBought}))
   then c.price_cents else coalesce(c.plain_price_cents, c.price_cents) end`;

const selectMail = statement("carts_select_mail")<
  {
    cartId: string;
    ownerId: string;
    subject: string;
    content: RichDocument | null;
    body: string | null;
    code: string | null;
    customerName: string;
    title: string;
    price: string;
    seller: Seller;
    postalAddress: string | null;
  },
  [id: string, now: Date]
>(`select c.id as "cartId", c.owner_id as "ownerId", m.subject, m.content, m.body, m.code, c.customer_name as "customerName", p.title, '$' || to_char(${offeredCents} / 100.0, 'FM999,999,990.00') as price,
          u.postal_address as "postalAddress", ${sellerOf("u")} as seller
     from cart_mails m join abandoned_carts c on c.id = m.cart_id join products p on p.id = c.product_id join users u on u.id = c.owner_id
    where m.id = $1 and c.outcome is null and c.stopped is null and p.state = 'PUBLISHED'`);
