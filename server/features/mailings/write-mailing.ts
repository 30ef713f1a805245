import type { z } from "zod";
import type { Deleted } from "#contract/deletions/deletions.ts";
import { everybody, productsOfAudience, tagsOfAudience } from "#contract/mailings/audience.ts";
import type {
  createMailing as creating,
  Mailing,
  updateMailing as updating,
} from "#contract/mailings/mailings.ts";
import { deleteUndoably } from "#server/database/deletions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged } from "#server/database/revision.ts";
import { statement } from "#server/database/statement.ts";
import { emptyDocument } from "#server/documents/stored-text.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { requireOwnProducts } from "#server/features/catalog/products-in-texts.ts";
import type { Services } from "#server/services.ts";
import { getMailing } from "./read-mailings.ts";

type Needs = Pick<Services, "db" | "pool" | "clock">;
type Given = z.output<(typeof creating)["schema"]["body"]>;

/** How many mailings that have not left a creator keeps. */
export const mostDrafts = 200;

/** Begins a mailing. Throws 409 for a creator with very many drafts, 422 for products and coupons that are not theirs. */
export async function createMailing(services: Needs, ownerId: string, given: Given): Promise<Mailing> {
  await requireOwn(services, ownerId, given);
  const {
    subject = "",
    content = emptyDocument,
    audience = everybody,
    productId = null,
    couponId = null,
  } = given;
  const [created] = await insert(
    services.pool,
    ownerId,
    subject,
    JSON.stringify(content),
    JSON.stringify(audience),
    productId,
    couponId,
    services.clock.now(),
  );
  if (!created) throw Conflict(`You have ${mostDrafts} mailings that have not left. Delete one first.`);
  return getMailing(services, ownerId, created.id);
}

/**
 * Writes a draft. Throws 404 for a mailing that is not theirs, 409 where it is no draft or was changed since `revision`, 422
 * as above.
 */
export async function updateMailing(
  services: Needs,
  ownerId: string,
  id: string,
  { revision, ...given }: z.output<(typeof updating)["schema"]["body"]>,
): Promise<Mailing> {
  await requireOwn(services, ownerId, given);
  const { state } = await getMailing(services, ownerId, id);
  if (state !== "DRAFT") throw Conflict("Only a draft can be changed", "NO_DRAFT");
  requireUnchanged(
    await update(
      services.pool,
      ownerId,
      id,
      given.subject,
      JSON.stringify(given.content),
      JSON.stringify(given.audience),
      given.productId,
      given.couponId,
      revision,
      services.clock.now(),
    ),
  );
  return getMailing(services, ownerId, id);
}

/** It can be put back for some minutes. Throws 404 for one that is not theirs, 409 for one that is no draft. */
export const deleteMailing = (services: Needs, ownerId: string, id: string): Promise<Deleted> =>
  inTransaction(services.pool, async (client) => {
    const deletion = { ownerId, kind: "MAILING", now: services.clock.now() } as const;
    const deletionId = await deleteUndoably(client, deletion, async () => {
      if ((await remove(client, ownerId, id)).length > 0) return;
      await getMailing(services, ownerId, id);
      throw Conflict("Only a draft can be deleted", "NO_DRAFT");
    });
    return { success: true, deletionId };
  });

async function requireOwn({ db, pool }: Needs, ownerId: string, given: Given): Promise<void> {
  if (given.content) await requireOwnProducts(db, ownerId, given.content, "content");
  const [own] = await selectOwn(
    pool,
    ownerId,
    given.audience ? productsOfAudience(given.audience) : [],
    given.audience ? tagsOfAudience(given.audience) : [],
    given.productId ?? null,
    given.couponId ?? null,
  );
  if (!own) throw NotFound();
  if (own.missingProducts > 0)
    throw Invalid({ audience: "A product of the conditions was deleted. Remove it." });
  if (own.missingTags > 0) throw Invalid({ audience: "A tag of the conditions was deleted. Remove it." });
  if (!own.hasProduct) throw Invalid({ productId: "Choose one of your products" });
  if (!own.hasCoupon) throw Invalid({ couponId: "Choose one of your coupons" });
}

const selectOwn = statement("mailings_select_own")<
  { missingProducts: number; missingTags: number; hasProduct: boolean; hasCoupon: boolean },
  [ownerId: string, products: string[], tags: string[], productId: string | null, couponId: string | null]
>(`select (select count(*)::int from unnest($2::uuid[]) asked(id)
            where not exists (select from products p where p.id = asked.id and p.owner_id = $1::uuid)) as "missingProducts",
          (select count(*)::int from unnest($3::uuid[]) asked(id)
            where not exists (select from tags g where g.id = asked.id and g.owner_id = $1)) as "missingTags",
          $4::uuid is null or exists (select from products p where p.id = $4 and p.owner_id = $1) as "hasProduct",
          $5::uuid is null or exists (select from coupons c where c.id = $5 and c.owner_id = $1) as "hasCoupon"`);

const insert = statement("mailings_insert")<
  { id: string },
  [
    ownerId: string,
    subject: string,
    content: string,
    audience: string,
    productId: string | null,
    couponId: string | null,
    now: Date,
  ]
>(`insert into mailings (owner_id, subject, content, audience, product_id, coupon_id, created_at, updated_at)
   select $1, $2, $3::jsonb, $4::jsonb, $5, $6, $7, $7
    where (select count(*) from mailings where owner_id = $1 and state in ('DRAFT', 'SCHEDULED', 'LATE')) < ${mostDrafts}
   returning id`);

const update = statement("mailings_update")<
  { id: string },
  [
    ownerId: string,
    id: string,
    subject: string,
    content: string,
    audience: string,
    productId: string | null,
    couponId: string | null,
    revision: number,
    now: Date,
  ]
>(`update mailings set subject = $3, content = $4::jsonb, audience = $5::jsonb, product_id = $6, coupon_id = $7, updated_at = $9
    where owner_id = $1 and id = $2 and state = 'DRAFT' and revision = $8
   returning id`);

const remove = statement("mailings_delete")<{ id: string }, [ownerId: string, id: string]>(
  "delete from mailings where owner_id = $1 and id = $2 and state = 'DRAFT' returning id",
);
