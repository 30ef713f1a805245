import { randomUUID } from "node:crypto";
import type { Block } from "#contract/design/blocks.ts";
import { consentText } from "#contract/mailing-list/consent-text.ts";
import { mailingLists, subscribers } from "#server/database/schema/mailing-lists.ts";
import { statement } from "#server/database/statement.ts";
import { publishMyDesign, updateMyDesign } from "#server/features/design/my-design.ts";
import type { Services } from "#server/services.ts";
import { DEMO_CREATOR } from "./content/demo-creator.ts";
import { DEMO_DESIGN, DEMO_LIST } from "./content/demo-design.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Shelf } from "./seed-shelf.ts";

const dayMs = 86_400_000;

/** Gives the demo store its look and a page of blocks, as its creator would have published it. */
export async function seedDesign(services: Services, ownerId: string, shelf: Shelf): Promise<void> {
  const idOf = (slug: string) => {
    const product = shelf.get(slug);
    if (!product) throw new Error(`there is no ${slug} on the shelf`);
    return product.id;
  };
  const { theme, startHere, event, quoted, rest } = DEMO_DESIGN;
  const [review] = await selectReview(services.pool, idOf(quoted));
  const blocks: Block[] = [
    { id: randomUUID(), kind: "group", title: startHere.title, productIds: startHere.slugs.map(idOf) },
    { id: randomUUID(), kind: "event", productId: idOf(event) },
    ...(review ? [{ id: randomUUID(), kind: "testimonial" as const, reviewId: review.id }] : []),
    { id: randomUUID(), kind: "products", title: rest, isRest: true },
    { id: randomUUID(), kind: "join" },
  ];
  await updateMyDesign(services, ownerId, { theme, blocks });
  await publishMyDesign(services, ownerId, undefined);
}

/** Opens the demo store's mailing list, with who has joined it. */
export async function seedMailingList({ db, clock }: Services, ownerId: string, shelf: Shelf): Promise<void> {
  const { title, promise, thanks, readers } = DEMO_LIST;
  await db
    .insert(mailingLists)
    .values({ ownerId, isOpen: true, title, promise, thanksProductId: shelf.get(thanks)?.id ?? null });
  const random = seededRandom("readers");
  const words = consentText(`${DEMO_CREATOR.firstName} ${DEMO_CREATOR.lastName}`);
  const now = clock.now().getTime();
  await db.insert(subscribers).values(
    Array.from({ length: readers }, (_, n) => {
      const askedAt = new Date(now - random.integer(1, 90) * dayMs - random.integer(0, dayMs));
      const hasLeft = n % 12 === 11;
      return {
        ownerId,
        email: `reader-${n + 1}@example.net`,
        state: hasLeft ? ("UNSUBSCRIBED" as const) : ("SUBSCRIBED" as const),
        consentText: words,
        askedAt,
        confirmedAt: new Date(askedAt.getTime() + random.integer(1, 40) * 60_000),
        unsubscribedAt: hasLeft ? new Date(askedAt.getTime() + dayMs / 2) : null,
        round: 1,
        mailedAt: askedAt,
        createdAt: askedAt,
      };
    }),
  );
}

/** The longest praise under a name. */
const selectReview = statement("demo_store_select_review")<{ id: string }, [productId: string]>(
  `select id from reviews where product_id = $1 and rating = 5 and text <> '' and author_name <> ''
    order by length(text) desc, id limit 1`,
);
