import { randomUUID } from "node:crypto";
import type { RichDocument } from "#contract/document/document.ts";
import { getPersonAddress } from "#server/database/person-address.ts";
import { statement } from "#server/database/statement.ts";
import { type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { requireOwnProducts } from "#server/features/catalog/products-in-texts.ts";
import { Invalid } from "#server/errors.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { SignedIn } from "#server/http/http.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";

type Asking = Pick<SignedIn, "creatorId" | "personId">;

type Needs = Pick<Services, "db" | "pool" | "config">;
type Words = { subject: string; content: RichDocument };

/**
 * A mail of a sequence as it would leave, with examples in the place of what is known of a cart: its HTML. Throws 422 for
 * `field` where it is longer than mail programs show, or shows a product that is not theirs.
 */
export async function previewCartMail(
  services: Needs,
  ownerId: string,
  words: Words,
  field = "content",
): Promise<string> {
  await requireOwnProducts(services.db, ownerId, words.content, field);
  try {
    return (await renderCartTest(services, { ownerId, ...words })).html;
  } catch (error) {
    throw error instanceof MailRefused
      ? Invalid({ [field]: "It is longer than mail programs show: more than 90 kB. Shorten it." })
      : error;
  }
}

/** The same to the address of whoever asks. Throws as above. */
export async function sendTestCartMail(
  services: Needs,
  { creatorId: ownerId, personId }: Asking,
  words: Words,
): Promise<void> {
  await previewCartMail(services, ownerId, words);
  const data = { ownerId, ...words };
  await queueMail(services.db, {
    event: `cart-test:${randomUUID()}`,
    recipient: await getPersonAddress(services.pool, personId),
    template: "cart-test",
    data,
  });
}

/** Its links lead to the store, and end nothing. */
export async function renderCartTest(
  { pool, config }: Pick<Needs, "pool" | "config">,
  { ownerId, subject, content }: Words & { ownerId: string },
): Promise<RenderedMail> {
  const [creator] = await selectExample(pool, ownerId);
  if (!creator) throw new MailRefused("Its creator has gone");
  const { seller, title, price, postalAddress } = creator;
  const store = new URL(`/u/${seller.handle}`, config.publicUrl).href;
  const values = {
    name: "Ada",
    product: title ?? "Your product",
    price: price ?? "$49.00",
    code: "EXAMPLE123",
  };
  const { renderCartMail } = await import("./cart-mail.ts");
  const mail = await renderCartMail(
    { pool, config },
    {
      ownerId,
      subject,
      content,
      values,
      link: store,
      stop: { page: new URL("/unsubscribe", config.publicUrl).href, oneClick: store },
      seller,
      postalAddress,
    },
  );
  const { headers: _, ...rest } = mail;
  return rest;
}

const selectExample = statement("carts_select_example")<
  { seller: Seller; title: string | null; price: string | null; postalAddress: string | null },
  [ownerId: string]
>(`select ${sellerOf("u")} as seller, u.postal_address as "postalAddress", p.title, p.price
     from users u left join lateral (
       select title, '$' || to_char(price_cents / 100.0, 'FM999,999,990.00') as price from products
        where owner_id = u.id and state = 'PUBLISHED' order by created_at limit 1) p on true
    where u.id = $1`);
