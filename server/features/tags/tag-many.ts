import type pg from "pg";
import type { z } from "zod";
import type {
  TagChange,
  tagCustomers as customersContract,
  tagSubscribers as subscribersContract,
} from "#contract/tags/tags.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { mailboxesWithTag } from "#server/database/person-tags.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import { membersOf } from "#server/database/current-memberships.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";
import type { Services } from "#server/services.ts";
import { giveTag, takeTag } from "./give-tag.ts";
import { lockTagsOf } from "./lock-tags.ts";
import { findOrCreateTag, isOwnTag, selectByName } from "./own-tags.ts";

type Needs = Pick<Services, "pool" | "clock">;
type Change = { name: string; isTagged: boolean };
type OfCustomers = z.output<(typeof customersContract)["schema"]["body"]>;
type OfSubscribers = z.output<(typeof subscribersContract)["schema"]["body"]>;

/**
 * Gives a tag to customers or takes it from them, those that are named or all that the filter finds. Throws 422 where one of
 * them or the filter's tag is not the creator's, 409 where they have too many tags.
 */
export async function tagCustomers(
  services: Needs,
  ownerId: string,
  { customerIds, filter = {}, ...change }: OfCustomers,
): Promise<TagChange> {
  await requireOwnFilter(services, ownerId, filter);
  const { pool } = services;
  const [own] = customerIds ? await countOwnCustomers(pool, ownerId, customerIds) : [];
  if (own && own.found < own.asked) throw Invalid({ customerIds: "Choose customers of yours" });
  const { q, members, tagId = null } = filter;
  return tagAll(services, ownerId, change, (client, after) =>
    lockCustomers(client, ownerId, after, customerIds, wordsOf(q).map(anywhere), members === "true", tagId),
  );
}

/** The same of the addresses of the creator's list, confirmed or not. */
export async function tagSubscribers(
  services: Needs,
  ownerId: string,
  { subscriberIds, filter = {}, ...change }: OfSubscribers,
): Promise<TagChange> {
  await requireOwnFilter(services, ownerId, filter);
  const { pool } = services;
  const [own] = subscriberIds ? await countOwnSubscribers(pool, ownerId, subscriberIds) : [];
  if (own && own.found < own.asked) throw Invalid({ subscriberIds: "Choose addresses of your list" });
  const { state = null, tagId = null } = filter;
  const q = filter.q?.trim().toLowerCase();
  const word = q ? anywhere(q) : null;
  return tagAll(services, ownerId, change, (client, after) =>
    lockSubscribers(client, ownerId, after, subscriberIds, word, state, tagId),
  );
}

async function requireOwnFilter(services: Needs, ownerId: string, { tagId }: { tagId?: string | undefined }) {
  if (tagId !== undefined && !(await isOwnTag(services, ownerId, tagId)))
    throw Invalid({ filter: "The tag that you filter by was deleted. Choose another." });
}

/** A batch stays far below the seconds that one statement may take, and others' changes get their turn in between. */
const batchSize = 5_000;
const first = "00000000-0000-0000-0000-000000000000";

type Known = { id: string; mailbox: string };

/** In batches, each in a transaction of its own: what was cut off in the midst is completed by asking for it again. */
async function tagAll(
  { pool, clock }: Needs,
  ownerId: string,
  { name, isTagged }: Change,
  lockBatch: (client: pg.PoolClient, after: string) => Promise<Known[]>,
): Promise<TagChange> {
  const now = clock.now();
  // Found by its name once: where it is deleted meanwhile, the rest does not make it anew.
  const tag = await inTransaction(pool, async (client) => {
    await lockTagsOf(client, ownerId);
    return isTagged
      ? findOrCreateTag(client, ownerId, name, now)
      : (await selectByName(client, ownerId, name))[0];
  });
  const total = { people: 0, full: 0 };
  for (let after: string | undefined = tag && first; tag && after !== undefined;) {
    const from = after;
    const { change, last } = await inTransaction(pool, async (client) => {
      await lockTagsOf(client, ownerId);
      const batch = await lockBatch(client, from);
      const mailboxes = [...new Set(batch.map(({ mailbox }) => mailbox))];
      const [change] = isTagged
        ? await giveTag(client, ownerId, tag.id, mailboxes, now)
        : await takeTag(client, ownerId, tag.id, mailboxes);
      return { change, last: batch.length === batchSize ? batch.at(-1)?.id : undefined };
    });
    total.people += change?.people ?? 0;
    total.full += change?.full ?? 0;
    after = last;
  }
  return total;
}

type Counted = { asked: number; found: number };

const countOwnCustomers = statement("tags_count_own_customers")<Counted, [ownerId: string, ids: string[]]>(
  `select count(*)::int as asked, count(k.customer_id)::int as found
     from (select distinct unnest($2::uuid[]) as id) a
     left join creator_customers k on k.owner_id = $1 and k.customer_id = a.id`,
);

const countOwnSubscribers = statement("tags_count_own_subscribers")<
  Counted,
  [ownerId: string, ids: string[]]
>(
  `select count(*)::int as asked, count(b.id)::int as found
     from (select distinct unnest($2::uuid[]) as id) a
     left join subscribers b on b.owner_id = $1 and b.id = a.id`,
);

/** Whoever is being forgotten at this moment is waited for, and is none of them then. */
const lockCustomers = statement("tags_lock_customers")<
  Known,
  [
    ownerId: string,
    after: string,
    ids: string[] | null,
    words: string[],
    areMembers: boolean,
    tagId: string | null,
  ]
>(`select k.customer_id as id, coalesce(${mailboxOf("c.email")}, '') as mailbox
     from creator_customers k join customers c on c.id = k.customer_id and c.erased_at is null
    where k.owner_id = $1::uuid and k.customer_id > $2 and ($3::uuid[] is null or k.customer_id = any ($3))
      and k.words like all ($4::text[])
      and (not $5::boolean or k.customer_id in (${membersOf("$1")}))
      and ($6::uuid is null or ${mailboxOf("c.email")} in (${mailboxesWithTag("$1", "$6::uuid")}))
    order by k.customer_id limit ${batchSize} for key share of c`);

const lockSubscribers = statement("tags_lock_subscribers")<
  Known,
  [
    ownerId: string,
    after: string,
    ids: string[] | null,
    word: string | null,
    state: string | null,
    tagId: string | null,
  ]
>(`select b.id, coalesce(${mailboxOf("b.email")}, '') as mailbox
     from subscribers b
    where b.owner_id = $1::uuid and b.id > $2 and ($3::uuid[] is null or b.id = any ($3))
      and ($4::text is null or lower(b.email) like $4) and ($5::text is null or b.state = $5)
      and ($6::uuid is null or ${mailboxOf("b.email")} in (${mailboxesWithTag("$1", "$6::uuid")}))
    order by b.id limit ${batchSize} for key share of b`);
