import type pg from "pg";
import type { z } from "zod";
import { automaticKinds } from "#contract/mailings/automatic-kinds.ts";
import {
  type AutomaticMail,
  type createAutomaticMail as creating,
  type updateAutomaticMail as updating,
} from "#contract/mailings/automatic-mails.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged } from "#server/database/revision.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { requireOwnProducts } from "#server/features/catalog/products-in-texts.ts";
import type { Services } from "#server/services.ts";
import { switchedOff } from "./automatic-refusal.ts";
import { findAutomaticParts } from "./automatic-parts.ts";
import { firstWords } from "./first-words.ts";
import { examineAutomatic } from "./preview-automatic-mail.ts";
import { getAutomaticMail, mostMails } from "./read-automatic-mails.ts";

type Needs = Pick<Services, "db" | "pool" | "clock" | "config">;

const leadsThere = "Such a mail leads to what its readers have already";

/** Begins one, switched off; the one that there is already, where there is. Throws 409 for very many, 422 for a product that is not theirs. */
export async function createAutomaticMail(
  { pool, clock }: Needs,
  ownerId: string,
  { kind, productId }: z.output<(typeof creating)["schema"]["body"]>,
): Promise<AutomaticMail> {
  const { products } = automaticKinds[kind];
  if (productId !== null && products === "NONE")
    throw Invalid({ productId: "Such a mail is not about a product of yours" });
  await requireOwn(
    pool,
    ownerId,
    { productId, couponId: null, isCourse: products === "COURSES" },
    "productId",
  );
  const { days, subject, content } = firstWords[kind];
  const words = JSON.stringify(content);
  const [created] = await insert(pool, ownerId, kind, productId, days, subject, words, clock.now());
  const [kept] = created ? [created] : await selectOfKind(pool, ownerId, kind, productId);
  if (!kept) throw Conflict(`You have ${mostMails} automatic mails. Delete one first.`);
  return getAutomaticMail({ pool }, ownerId, kept.id);
}

/**
 * Writes one. Throws 404 for one that is not theirs, 409 where it was changed since `revision`, 422 for products and coupons
 * that are not theirs, and where it is on and could not leave like this.
 */
export async function updateAutomaticMail(
  services: Needs,
  ownerId: string,
  id: string,
  given: z.output<(typeof updating)["schema"]["body"]>,
): Promise<AutomaticMail> {
  const { db, pool } = services;
  const { subject, content, days, offerProductId, couponId, revision } = given;
  const { kind } = await getAutomaticMail(services, ownerId, id);
  const { leadsAnywhere, fewestDays } = automaticKinds[kind];
  if (days < fewestDays) throw Invalid({ days: `Choose ${fewestDays} or more` });
  if (!leadsAnywhere && offerProductId !== null) throw Invalid({ offerProductId: leadsThere });
  if (!leadsAnywhere && couponId !== null) throw Invalid({ couponId: leadsThere });
  await requireOwnProducts(db, ownerId, content, "content");
  await requireOwn(pool, ownerId, { productId: offerProductId, couponId, isCourse: false }, "offerProductId");
  await inTransaction(pool, async (client) => {
    const now = services.clock.now();
    const words = JSON.stringify(content);
    requireUnchanged(
      await update(client, ownerId, id, subject, words, days, offerProductId, couponId, revision, now),
    );
    await requireSoundIfOn(services, client, id, now);
  });
  return getAutomaticMail(services, ownerId, id);
}

/** Throws 404, and 422 with what keeps it from leaving. Once more the same changes nothing. */
export async function switchAutomaticMail(
  services: Needs,
  ownerId: string,
  id: string,
  isOn: boolean,
): Promise<AutomaticMail> {
  const { pool, clock } = services;
  await inTransaction(pool, async (client) => {
    const now = clock.now();
    const [switched] = await (isOn ? switchOn : switchOff)(client, ownerId, id, now);
    if (!switched) throw NotFound("Automatic mail not found");
    if (isOn) await requireSoundIfOn(services, client, id, now);
    else await skipWaiting(client, id, switchedOff, now);
  });
  return getAutomaticMail({ pool }, ownerId, id);
}

/** Throws 404 for one that is not theirs. What it has sent stays known to the limits. */
export async function deleteAutomaticMail(
  { pool, clock }: Needs,
  ownerId: string,
  id: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await getAutomaticMailOf(client, ownerId, id);
    await skipWaiting(client, id, "You deleted this mail", clock.now());
    await remove(client, ownerId, id);
  });
}

async function getAutomaticMailOf(client: pg.PoolClient, ownerId: string, id: string): Promise<void> {
  if ((await lockOwn(client, ownerId, id)).length === 0) throw NotFound("Automatic mail not found");
}

async function requireSoundIfOn(
  services: Needs,
  client: pg.PoolClient,
  id: string,
  now: Date,
): Promise<void> {
  const parts = await findAutomaticParts(client, id, now);
  if (!parts?.isOn) return;
  const problems = await examineAutomatic(services, parts);
  const blocks = problems.filter(({ level }) => level === "BLOCK").map(({ message }) => message);
  if (blocks.length > 0) throw Invalid({ isOn: blocks.join(". ") });
}

async function requireOwn(
  pool: pg.Pool,
  ownerId: string,
  { productId, couponId, isCourse }: { productId: string | null; couponId: string | null; isCourse: boolean },
  field: string,
): Promise<void> {
  const [own] = await selectOwn(pool, ownerId, productId, couponId, isCourse);
  if (!own?.hasProduct) throw Invalid({ [field]: `Choose one of your ${isCourse ? "courses" : "products"}` });
  if (!own.hasCoupon) throw Invalid({ couponId: "Choose one of your coupons" });
}

const selectOwn = statement("automatic_mails_select_own")<
  { hasProduct: boolean; hasCoupon: boolean },
  [ownerId: string, productId: string | null, couponId: string | null, isCourse: boolean]
>(`select $2::uuid is null or exists (
            select from products p where p.id = $2 and p.owner_id = $1::uuid and (not $4::bool or p.type = 'COURSE')) as "hasProduct",
          $3::uuid is null or exists (select from coupons c where c.id = $3 and c.owner_id = $1) as "hasCoupon"`);

const insert = statement("automatic_mails_insert")<
  { id: string },
  [
    ownerId: string,
    kind: string,
    productId: string | null,
    days: number,
    subject: string,
    content: string,
    now: Date,
  ]
>(`insert into automatic_mails (owner_id, kind, product_id, days, subject, content, created_at, updated_at)
   select $1, $2, $3, $4, $5, $6::jsonb, $7, $7
    where (select count(*) from automatic_mails where owner_id = $1) < ${mostMails}
   on conflict do nothing returning id`);

const selectOfKind = statement("automatic_mails_select_of_kind")<
  { id: string },
  [ownerId: string, kind: string, productId: string | null]
>(
  "select id from automatic_mails where owner_id = $1 and kind = $2 and product_id is not distinct from $3::uuid",
);

const update = statement("automatic_mails_update")<
  { id: string },
  [
    ownerId: string,
    id: string,
    subject: string,
    content: string,
    days: number,
    offerProductId: string | null,
    couponId: string | null,
    revision: number,
    now: Date,
  ]
>(`update automatic_mails
      set subject = $3, content = $4::jsonb, days = $5, offer_product_id = $6, coupon_id = $7, updated_at = $9
    where owner_id = $1 and id = $2 and revision = $8 returning id`);

const switchOn = statement("automatic_mails_switch_on")<
  { id: string },
  [ownerId: string, id: string, now: Date]
>(
  `update automatic_mails set switched_on_at = coalesce(switched_on_at, $3), looked_until = coalesce(looked_until, $3)
    where owner_id = $1 and id = $2 returning id`,
);

const switchOff = statement("automatic_mails_switch_off")<
  { id: string },
  [ownerId: string, id: string, now: Date]
>(
  `update automatic_mails set switched_on_at = null, looked_until = null, updated_at = case when switched_on_at is null then updated_at else $3 end
    where owner_id = $1 and id = $2 returning id`,
);

const skipWaiting = statement("automatic_mails_skip_waiting")<never, [id: string, reason: string, now: Date]>(
  `update promotions set state = 'SKIPPED', reason = $2, settled_at = $3
    where automatic_mail_id = $1 and state = 'QUEUED'`,
);

const lockOwn = statement("automatic_mails_lock")<{ id: string }, [ownerId: string, id: string]>(
  "select id from automatic_mails where owner_id = $1 and id = $2 for update",
);

const remove = statement("automatic_mails_delete")<never, [ownerId: string, id: string]>(
  "delete from automatic_mails where owner_id = $1 and id = $2",
);
