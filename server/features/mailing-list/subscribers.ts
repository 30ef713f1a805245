import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { listSubscribers as contract, Subscriber } from "#contract/mailing-list/mailing-list.ts";
import { inBatches } from "#server/database/in-batches.ts";
import {
  comesAfter,
  cursorOf,
  cutPage,
  type Placed,
  placeMicros,
  placeOf,
} from "#server/database/newest-first.ts";
import { mailboxesWithTag, tagsOf } from "#server/database/person-tags.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { anywhere } from "#server/database/search-words.ts";
import { type CsvColumn, sendCsv } from "#server/http/csv.ts";
import type { Services } from "#server/services.ts";

type Asked = z.output<(typeof contract)["schema"]["querystring"]>;
type Filter = Omit<Asked, "cursor">;
type Row = Subscriber & Placed;

const perPage = 50;
const batchSize = 2_000;
/** A page of the creator's list, who asked last first. */
export async function listSubscribers(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  { cursor, ...filter }: Asked,
): Promise<{ subscribers: Subscriber[]; nextCursor: string | null }> {
  const rows = await selectPage(pool, ownerId, ...valuesOf(filter), ...placeOf(cursor), perPage + 1);
  const { shown, nextCursor } = cutPage(rows, perPage);
  return { subscribers: shown, nextCursor };
}

export async function countSubscribers(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  filter: Filter,
): Promise<{ subscribers: number }> {
  const [counted] = await selectCount(pool, ownerId, ...valuesOf(filter));
  return counted ?? { subscribers: 0 };
}

/** Removes an address of the creator's list and all that is kept about it. Throws 404 for any other id. */
export async function deleteSubscriber(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  id: string,
): Promise<void> {
  if ((await remove(pool, ownerId, id)).length === 0) throw NotFound("Subscriber not found");
}

/** Answers with the list as a CSV file, or those of it that are chosen or found, with the proof of each consent. */
export const exportSubscribers = (
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  filter: Filter & { ids?: string[] | undefined },
  reply: FastifyReply,
): FastifyReply =>
  sendCsv(
    reply,
    "subscribers.csv",
    columns,
    inBatches(batchSize, (last?: Row) =>
      selectPage(pool, ownerId, ...valuesOf(filter), ...placeOf(last && cursorOf(last)), batchSize),
    ),
  );

const columns: CsvColumn<Subscriber>[] = [
  { header: "Email", value: ({ email }) => email },
  { header: "State", value: ({ state }) => state },
  { header: "Asked", value: ({ askedAt }) => askedAt },
  { header: "Confirmed", value: ({ confirmedAt }) => confirmedAt },
  { header: "Unsubscribed", value: ({ unsubscribedAt }) => unsubscribedAt },
  { header: "Network address", value: ({ ipAddress }) => ipAddress },
  { header: "Agreed to", value: ({ consentText }) => consentText },
  { header: "Tags", value: ({ tags }) => tags.map(({ name }) => name).join(", ") },
];

type FilterValues = [word: string | null, state: string | null, tagId: string | null, ids: string[] | null];

function valuesOf({ q, state, tagId, ids }: Filter & { ids?: string[] | undefined }): FilterValues {
  const word = q?.trim() ? anywhere(q.trim().toLowerCase()) : null;
  return [word, state ?? null, tagId ?? null, ids ?? null];
}

/** SQL: the rows `b` that a filter finds. */
const found = `
  subscribers b
    where b.owner_id = $1::uuid and ($2::text is null or lower(b.email) like $2) and ($3::text is null or b.state = $3)
      and ($4::uuid is null or ${mailboxOf("b.email")} in (${mailboxesWithTag("$1", "$4::uuid")}))
      and ($5::uuid[] is null or b.id = any ($5))`;

const selectPage = statement("mailing_list_select_subscribers")<
  Row,
  [ownerId: string, ...FilterValues, micros: string, id: string, atMost: number]
>(`select b.id, b.email, b.state, b.consent_text as "consentText", b.asked_at as "askedAt", host(b.ip_address) as "ipAddress",
          b.confirmed_at as "confirmedAt", b.unsubscribed_at as "unsubscribedAt", ${tagsOf("b.owner_id", "b.email")} as tags,
          ${placeMicros("b.asked_at")} as "placeMicros"
     from ${found}
      and ${comesAfter("b.asked_at", "b.id", ["$6", "$7"])}
    order by b.asked_at desc, b.id desc limit $8`);

const selectCount = statement("mailing_list_count_subscribers")<
  { subscribers: number },
  [ownerId: string, ...FilterValues]
>(`select count(*)::int as subscribers from ${found}`);

const remove = statement("mailing_list_delete_subscriber")<{ id: string }, [ownerId: string, id: string]>(
  "delete from subscribers where owner_id = $1 and id = $2 returning id",
);
