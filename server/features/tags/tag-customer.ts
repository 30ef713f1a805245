import type pg from "pg";
import { mostTagsOfPerson } from "#contract/tags/tags.ts";
import type { TagOfPerson } from "#contract/tags/tag-of-person.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { tagsOf } from "#server/database/person-tags.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { giveTag, takeTag } from "./give-tag.ts";
import { lockTagsOf } from "./lock-tags.ts";
import { findOrCreateTag, isOwnTag, refused } from "./own-tags.ts";

type Needs = Pick<Services, "pool" | "clock">;
type Tags = { tags: TagOfPerson[] };

/**
 * Gives a customer the tag of that name, made where there is none. Throws 404 for who never ordered here, 409 where they have
 * as many as one can have or had their data removed, or the creator has too many.
 */
export async function tagCustomer(
  { pool, clock }: Needs,
  ownerId: string,
  customerId: string,
  name: string,
): Promise<Tags> {
  return inTransaction(pool, async (client) => {
    await lockTagsOf(client, ownerId);
    const { mailbox, isErased } = await lockCustomer(client, ownerId, customerId);
    if (isErased) throw Conflict("They had their data removed: nothing is kept about them any more");
    const now = clock.now();
    const { id } = await findOrCreateTag(client, ownerId, name, now);
    const [change] = await giveTag(client, ownerId, id, [mailbox], now);
    if (change?.full) throw refused("TOO_MANY_TAGS", `They have ${mostTagsOfPerson} tags. Remove one first.`);
    return readTags(client, ownerId, customerId);
  });
}

/** Takes a tag from a customer, if they have it. Throws 404 where either is not the creator's. */
export async function untagCustomer(
  { pool }: Needs,
  ownerId: string,
  { id: customerId, tagId }: { id: string; tagId: string },
): Promise<Tags> {
  if (!(await isOwnTag({ pool }, ownerId, tagId))) throw NotFound("Tag not found");
  return inTransaction(pool, async (client) => {
    const { mailbox } = await lockCustomer(client, ownerId, customerId);
    await takeTag(client, ownerId, tagId, [mailbox]);
    return readTags(client, ownerId, customerId);
  });
}

async function lockCustomer(client: pg.PoolClient, ownerId: string, customerId: string) {
  const [customer] = await selectForTag(client, ownerId, customerId);
  if (!customer) throw NotFound("Customer not found");
  return customer;
}

const readTags = async (client: pg.PoolClient, ownerId: string, customerId: string): Promise<Tags> => ({
  tags: (await selectTagsOf(client, ownerId, customerId))[0]?.tags ?? [],
});

const selectForTag = statement("tags_lock_customer")<
  { mailbox: string; isErased: boolean },
  [ownerId: string, customerId: string]
>(`select coalesce(${mailboxOf("c.email")}, '') as mailbox, c.erased_at is not null as "isErased"
     from creator_customers k join customers c on c.id = k.customer_id
    where k.owner_id = $1 and k.customer_id = $2 for key share of c`);

const selectTagsOf = statement("tags_select_of_customer")<Tags, [ownerId: string, customerId: string]>(
  `select ${tagsOf("$1::uuid", "c.email")} as tags from customers c where c.id = $2`,
);
