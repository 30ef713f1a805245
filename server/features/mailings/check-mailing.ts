import { isolated } from "#contract/isolated.ts";
import { documentText } from "#contract/document/document-text.ts";
import { isBlank } from "#contract/document/is-blank.ts";
import { linksOf } from "#contract/document/links-of.ts";
import { mailLinkPath, mailWords } from "#contract/document/mail-placeholders.ts";
import { productsOf } from "#contract/document/products-of.ts";
import { tagsOfAudience } from "#contract/mailings/audience.ts";
import type { MailingProblem } from "#contract/mailings/mailings.ts";
import { statement } from "#server/database/statement.ts";
import { listProductsInTexts } from "#server/features/catalog/products-in-texts.ts";
import { MailRefused } from "#server/mail/mailer.ts";
import { pausedReason } from "#server/mail/promotions/skip-reasons.ts";
import type { Services } from "#server/services.ts";
import { composeMailing, findMailingParts, type LetterParts } from "./compose-mailing.ts";
import { getMailing } from "./read-mailings.ts";

type Needs = Pick<Services, "pool" | "config" | "clock">;

/** What is said of one that throws `MailRefused`. */
export const tooLong = "It is longer than mail programs show: more than 90 kB. Shorten it.";

const block = (message: string): MailingProblem => ({ level: "BLOCK", message });
const warn = (message: string): MailingProblem => ({ level: "WARN", message });

/** What keeps a mailing from leaving, and what its creator may want to look at. Throws 404. */
export async function checkMailing(
  services: Needs,
  ownerId: string,
  id: string,
): Promise<{ problems: MailingProblem[]; kilobytes: number }> {
  const { audience } = await getMailing(services, ownerId, id);
  const parts = await findMailingParts(services.pool, id, services.clock.now());
  if (!parts) return { problems: [], kilobytes: 0 };
  const { problems, kilobytes } = await examineMailing(services, parts);
  const [tags] = await countGoneTags(services.pool, ownerId, tagsOfAudience(audience));
  return { problems: tags?.gone ? [...problems, warn(goneTag)] : problems, kilobytes };
}

const goneTag =
  "A tag of its conditions was deleted. That condition fits nobody now, whether it asks for the tag or for people without it.";

/** The same of one that was read. `knows`: what `{product}` is, is known of each recipient. */
export async function examineMailing(
  services: Pick<Services, "pool" | "config">,
  parts: LetterParts,
  knows: { product?: boolean } = {},
): Promise<{ problems: MailingProblem[]; kilobytes: number }> {
  const size = await sizeOf(services, parts);
  return {
    problems: [
      ...missing(parts, knows),
      ...(await deadProducts(services, parts)),
      ...(size === undefined ? [block(tooLong)] : []),
      ...leadsNowhere(parts, knows),
      ...oddities(parts),
    ],
    kilobytes: size ?? 90,
  };
}

function missing(parts: LetterParts, knows: { product?: boolean }): MailingProblem[] {
  const { subject, content, postalAddress, product, coupon, isPaused } = parts;
  const words = `${subject} ${documentText(content)}`;
  return [
    ...(isPaused ? [block(pausedReason)] : []),
    ...(subject === "" ? [block("It has no subject yet")] : []),
    ...(isBlank(content) ? [block("It has no text yet")] : []),
    ...(postalAddress === null
      ? [block("Your postal address is missing. The law asks for it below such mails.")]
      : []),
    ...(product && !product.isOnSale
      ? [block(`${isolated(product.title)}, which it is about, is not on sale`)]
      : []),
    ...(coupon && !coupon.isOpen ? [block(`The coupon ${coupon.code} has ended`)] : []),
    ...(!coupon && names(words, "code") ? [block("It names {code}, and no coupon is chosen")] : []),
    ...(!product && !knows.product && names(words, "product")
      ? [warn("It names {product}, and no product is chosen: it will say “what you chose”")]
      : []),
  ];
}

const names = (text: string, name: string) =>
  mailWords(text).some((part) => typeof part === "object" && part.name === name);

/** A coupon or a product that was chosen, and that no word, link or card of the text brings to its reader. */
function leadsNowhere(parts: LetterParts, knows: { product?: boolean }): MailingProblem[] {
  const { subject, content, product, coupon } = parts;
  if (isBlank(content)) return [];
  const words = `${subject} ${documentText(content)}`;
  const links = linksOf(content);
  const hasCards = productsOf(content).length > 0;
  const hasLink = links.includes(mailLinkPath) || names(words, "link");
  // The link to a product and the card of one carry the code; the link to the store does not.
  const givesCode =
    names(words, "code") || hasCards || (hasLink && (product !== null || knows.product === true));
  return [
    ...(coupon && !givesCode && !words.toUpperCase().includes(coupon.code.toUpperCase())
      ? [
          warn(
            `The coupon ${coupon.code} is nowhere in the text. Add {code}, or a button that leads to the product.`,
          ),
        ]
      : []),
    ...(product && !hasLink && !hasCards && links.length === 0
      ? [warn(`Nothing in the text links to ${isolated(product.title)}. Add a button or {link}.`)]
      : []),
  ];
}

async function deadProducts(
  { pool }: Pick<Services, "pool">,
  { ownerId, content }: LetterParts,
): Promise<MailingProblem[]> {
  const shown = await listProductsInTexts(pool, ownerId, [content]);
  const dead = productsOf(content).filter((id) => !shown.has(id));
  return dead.length === 0 ? [] : [block("A product in the text is not on sale. Remove it, or publish it.")];
}

function oddities({ subject, content }: LetterParts): MailingProblem[] {
  const letters = subject.replaceAll(/[^\p{L}]/gu, "");
  const text = documentText(content).replaceAll(mailLinkPath, "");
  return [
    ...(letters.length >= 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
      ? [warn("A subject in capitals is often taken for spam")]
      : []),
    ...(/[!?]{3}/.test(subject) ? [warn("Several !!! or ??? in a subject are often taken for spam")] : []),
    ...(subject.length > 70 ? [warn("Phones cut subjects of more than 70 characters")] : []),
    ...(!isBlank(content) && text.trim().length < 20
      ? [warn("It says almost nothing in words, which mail programs distrust")]
      : []),
  ];
}

async function sizeOf(
  services: Pick<Services, "pool" | "config">,
  parts: LetterParts,
): Promise<number | undefined> {
  try {
    const { compiled } = await composeMailing(services, parts, () => exampleAddress);
    return Math.round(compiled.bytes / 100) / 10;
  } catch (error) {
    if (error instanceof MailRefused) return undefined;
    throw error;
  }
}

/** As long as what stands in its place. */
const exampleAddress = "https://example.com/r/0123456789";

const countGoneTags = statement("mailings_count_gone_tags")<
  { gone: number },
  [ownerId: string, tags: string[]]
>(
  `select count(*)::int as gone from unnest($2::uuid[]) asked(id)
    where not exists (select from tags g where g.id = asked.id and g.owner_id = $1)`,
);
