import { type CartValues, fillCartText } from "#contract/carts/cart-texts.ts";
import type { Config } from "#server/config.ts";
import { statement } from "#server/database/statement.ts";
import { mostMailBytes } from "#server/documents/mail/compile-mail.ts";
import { firstNameOf } from "#server/mail/first-name.ts";
import { inertLine, inertText, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph, textLink } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { UnsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import type { Services } from "#server/services.ts";
import { cartToken } from "./cart-links.ts";

/** A mail about a cart: its text as it was when it was claimed, and its links. */
export type CartMail = {
  subject: string;
  body: string;
  values: CartValues;
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
  { pool, config, secret }: Services,
  { cartMailId }: { cartMailId: string },
  unsubscribe: UnsubscribeWays,
): Promise<RenderedMail> {
  const [mail] = await selectMail(pool, cartMailId);
  if (!mail) throw new MailRefused("Its cart is over, or hears no more");
  const { cartId, seller, subject, body, customerName, title, price, code, postalAddress } = mail;
  return renderCartMail(config, {
    subject,
    body,
    values: {
      first_name: firstNameOf(customerName) ?? "",
      product: titleInText(title),
      price,
      code: code ?? "",
    },
    link: new URL(`/api/cart-links/${cartToken(secret, cartId)}`, config.publicUrl).href,
    stop: unsubscribe,
    seller,
    postalAddress,
  });
}

/**
 * The very bytes that leave, and that a preview shows: the one place that makes a mail of a cart's text. Throws `MailRefused` for
 * one that mail programs would cut, with the link that ends it.
 */
export async function renderCartMail(
  config: Pick<Config, "publicUrl" | "plans">,
  { subject, body, values, link, stop, seller, postalAddress }: CartMail,
): Promise<RenderedMail> {
  const { creator, shop, masthead, from } = onBehalfOf(seller, config);
  const filled = { ...values, store: creator };
  const words = inertText(fillCartText(body, filled));
  const paragraphs = words.split(/\n{2,}/);
  const title = fillCartText(subject, filled);
  const button = "Back to your checkout";
  const stopWords = `No more reminders from ${creator}`;
  const footer = `You get this mail because this address was entered in the checkout of ${shop} and the purchase was not finished.${postalAddress ? ` ${inertText(postalAddress).replaceAll("\n", ", ")}` : ""}`;
  const html = await mailPage({
    preview: (paragraphs[1] ?? paragraphs[0] ?? "").slice(0, 120),
    masthead,
    title: inertText(title),
    children: [
      ...paragraphs.map((text) => paragraph(text)),
      callToAction(link, button),
      note(textLink(stop.page, stopWords)),
    ],
    footer,
  });
  if (Buffer.byteLength(html) > mostMailBytes)
    throw new MailRefused("The mail is longer than mail programs show");
  return {
    // Names in it may be longer than all of a subject; a code that was not made leaves nothing of it.
    subject: singleLine(inertLine(title)) || creator,
    ...from,
    headers: {
      "List-Unsubscribe": `<${stop.oneClick}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    text: [words, "", `${button}:`, link, "", footer, `${stopWords}:`, stop.page].join("\n"),
    html,
  };
}

const selectMail = statement("carts_select_mail")<
  {
    cartId: string;
    subject: string;
    body: string;
    code: string | null;
    customerName: string;
    title: string;
    price: string;
    seller: Seller;
    postalAddress: string | null;
  },
  [id: string]
>(`select c.id as "cartId", m.subject, m.body, m.code, c.customer_name as "customerName", p.title, '$' || to_char(c.price_cents / 100.0, 'FM999,999,990.00') as price,
          u.postal_address as "postalAddress", ${sellerOf("u")} as seller
     from cart_mails m join abandoned_carts c on c.id = m.cart_id join products p on p.id = c.product_id join users u on u.id = c.owner_id
    where m.id = $1 and c.outcome is null and c.stopped is null and p.state = 'PUBLISHED'`);
