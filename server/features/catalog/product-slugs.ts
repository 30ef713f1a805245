import { randomInt } from "node:crypto";
import anyAscii from "any-ascii";
import { and, eq, inArray, ne } from "drizzle-orm";
import { Slug } from "#contract/values.ts";
import type { Db } from "#server/database/client.ts";
import { products } from "#server/database/schema/catalog.ts";
import { isUuid } from "#contract/uuid.ts";
import { trimCharacters, trimEndCharacters } from "#contract/trim-characters.ts";

export const slugTaken = "This slug is taken";
export const slugReserved = "This slug is reserved";

/** Words that are, or may become, addresses beside a product's own. */
const reserved = new Set(
  `admin all api archive assets cart checkout course courses create delete download downloads edit feed help images index
  join login logout members new null openstall post-purchase preview product products reviews search settings sign-in sign-out
  social static store success support undefined upload uploads webhook webhooks`.split(/\s+/),
);

/** Reserved words, and whatever looks like an id: products are found by either. */
export const isReservedSlug = (slug: string): boolean => reserved.has(slug) || isUuid(slug);

/** Whether the slug is free for this creator's product, whose own counts as free; where it is not, or is a title, one that is. */
export async function checkSlug(
  db: Db,
  creatorId: string,
  { slug, productId }: { slug: string; productId?: string | undefined },
): Promise<{ available: boolean; suggestion: string | null }> {
  const { data: wanted } = Slug.safeParse(slug);
  if (wanted && productId) {
    const own = and(eq(products.id, productId), eq(products.ownerId, creatorId), eq(products.slug, wanted));
    if ((await db.$count(products, own)) > 0) return { available: true, suggestion: null };
  }
  const free = await findFreeSlug(db, creatorId, slug, productId);
  return wanted === free ? { available: true, suggestion: null } : { available: false, suggestion: free };
}

/**
 * The nearest slug to the wanted text that is free in the creator's store, for its product `productId` where there is one:
 * itself where possible, else with a number.
 */
export async function findFreeSlug(
  db: Db,
  creatorId: string,
  wanted: string,
  productId?: string,
): Promise<string> {
  const candidates = candidateSlugs(wanted);
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(
      and(
        eq(products.ownerId, creatorId),
        inArray(products.slug, candidates),
        productId === undefined ? undefined : ne(products.id, productId),
      ),
    );
  const taken = new Set(rows.map(({ slug }) => slug));
  return (
    candidates.find((slug) => !taken.has(slug)) ??
    numberedSlug(slugOfText(wanted, "product"), randomInt(100_000, 999_999_999))
  );
}

function candidateSlugs(wanted: string): string[] {
  const stem = slugOfText(wanted, "product");
  const numbers = Array.from({ length: 29 }, (_, index) => numberedSlug(stem, index + 2));
  return [stem, ...numbers].filter((slug) => !isReservedSlug(slug));
}

/** Whether a slug is the one that its product's title gave it, so that it goes along when the title changes. */
export function isSlugOfTitle({ slug, title }: { slug: string; title: string }): boolean {
  const stem = slugOfText(title, "product");
  const number = /-(\d+)$/.exec(slug)?.[1];
  return slug === stem || (number !== undefined && slug === numberedSlug(stem, Number(number)));
}

/** A slug with a number at its end, at most 80 long. */
export const numberedSlug = (stem: string, number: number): string => {
  const ending = `-${number}`;
  return `${trimEndCharacters(stem.slice(0, 80 - ending.length), "-")}${ending}`;
};

/**
 * Any text in the form of a slug: 1 to 80 lower-case letters, digits and single dashes; `otherwise` where it has none. Other
 * scripts and emoji are spelled in Latin letters: "Łódź" is "lodz", "光与影" is "guang-yu-ying".
 */
export function slugOfText(text: string, otherwise: string): string {
  // Each Chinese character is a word of its own.
  const spelled = anyAscii(text.normalize("NFKC").replaceAll(/\p{Script=Han}/gu, " $& "));
  const plain = spelled
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 81);
  return trimEndCharacters(trimCharacters(plain, "-").slice(0, 80), "-") || otherwise;
}
