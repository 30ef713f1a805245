import type pg from "pg";
import type { RichDocument } from "#contract/document/document.ts";
import type { MailingState } from "#contract/mailings/mailings.ts";
import { returnPath } from "#contract/return-path.ts";
import { statement } from "#server/database/statement.ts";
import type { CompiledMail } from "#server/documents/mail/compile-mail.ts";
import type { ShownProduct } from "#server/documents/document-html.ts";
import { listProductsInTexts } from "#server/features/catalog/products-in-texts.ts";
import { inertLine } from "#server/mail/hostile-words.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import type { Services } from "#server/services.ts";

type Needs = Pick<Services, "pool" | "config">;

/** All that a mail which a creator wrote is made of, as it is now. */
export type LetterParts = {
  ownerId: string;
  subject: string;
  content: RichDocument;
  seller: Seller;
  postalAddress: string | null;
  product: { id: string; title: string; isOnSale: boolean } | null;
  coupon: { code: string; isOpen: boolean } | null;
  /** Nothing that advertises leaves for this creator now. */
  isPaused: boolean;
};

type MailingParts = LetterParts & { id: string; state: MailingState };

export type ComposedMailing = {
  compiled: CompiledMail;
  /** Where `{link}` leads: a path of ours. */
  linkPath: string;
  product: string | null;
  code: string | null;
};

/** Undefined for one that was deleted. */
export async function findMailingParts(
  pool: pg.Pool | pg.PoolClient,
  id: string,
  now: Date,
): Promise<MailingParts | undefined> {
  const [parts] = await selectParts(pool, id, now);
  return parts;
}

/**
 * Makes a creator's mail, to be filled in for each recipient. `trackedAddress` answers with the address that stands for a path
 * of ours in it, the reader's mark left off. Throws `MailRefused` for one that mail programs would cut.
 */
export async function composeMailing(
  { pool, config }: Needs,
  { ownerId, subject, content, seller, postalAddress, product, coupon }: LetterParts,
  trackedAddress?: (path: string) => string | undefined,
): Promise<ComposedMailing> {
  const { creator, shop } = onBehalfOf(seller, config);
  const code = coupon?.code ?? null;
  const products = await listProductsInTexts(pool, ownerId, [content]);
  const { compileMail } = await import("#server/documents/mail/compile-mail.ts");
  const compiled = await compileMail(
    {
      subject,
      document: content,
      shown: { products: new Map(Array.from(products, ([id, shown]) => [id, atCheckout(id, shown, code)])) },
      seller,
      reason: `You get this mail because you got something at ${shop}, or asked ${creator} for mails.`,
      postalAddress,
      ...(trackedAddress && {
        trackedAddress(address: string) {
          const path = ownPath(address, config.publicUrl);
          return path === undefined ? undefined : trackedAddress(path);
        },
      }),
    },
    config,
  );
  return {
    compiled,
    linkPath: product ? checkoutPath(product.id, code) : `/u/${seller.handle}`,
    product: product?.title ?? null,
    code,
  };
}

/** As links of replies do, those of mails lead to where it can be bought: with the coupon, and by a page that notices people. */
const atCheckout = (id: string, shown: ShownProduct, code: string | null): ShownProduct => ({
  ...shown,
  title: inertLine(shown.title),
  path: checkoutPath(id, code),
});

const checkoutPath = (productId: string, code: string | null) =>
  `/checkout/${productId}${code === null ? "" : `?${new URLSearchParams({ code }).toString()}`}`;

/** The path of an address of ours that is a page; what leads elsewhere, or counts by itself, is left as it is. */
function ownPath(address: string, { origin }: URL): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== origin || /^\/(l|r|images)\//.test(url.pathname)) return undefined;
  // A redirect to "//elsewhere.example", which such an address has as its path, would leave this site.
  return returnPath(url.pathname + url.search + url.hash, "") || undefined;
}

/**
 * SQL: the `LetterParts` of the row `m`, as columns; `productId` is the column of what it is about, and `now` the moment at
 * which its coupon is open or not.
 */
export const letterColumns = (m: string, productId: string, now: string): string => `
  ${m}.owner_id as "ownerId", ${m}.subject, ${m}.content, u.postal_address as "postalAddress", ${sellerOf("u")} as seller,
  (select json_build_object('id', p.id, 'title', p.title, 'isOnSale', p.state = 'PUBLISHED') from products p where p.id = ${productId}) as product,
  (select json_build_object('code', c.code, 'isOpen', ${isOpenCoupon("c", now)}) from coupons c where c.id = ${m}.coupon_id) as coupon,
  exists (select from promotion_stops t where t.owner_id = ${m}.owner_id and t.until > ${now}) as "isPaused"`;

/** SQL: whether the coupon `c` can be used. */
export const isOpenCoupon = (c: string, now: string): string =>
  `(${c}.active and (${c}.valid_until is null or ${c}.valid_until > ${now}) and (${c}.usage_limit is null or ${c}.usage_count < ${c}.usage_limit))`;

const selectParts = statement("mailings_select_parts")<MailingParts, [id: string, now: Date]>(
  `select m.id, m.state, ${letterColumns("m", "m.product_id", "$2::timestamptz")}
     from mailings m join users u on u.id = m.owner_id where m.id = $1`,
);
