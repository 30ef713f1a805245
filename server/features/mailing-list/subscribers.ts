import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { listSubscribers as contract, Subscriber } from "#contract/mailing-list/mailing-list.ts";
import { inBatches } from "#server/database/in-batches.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { anywhere } from "#server/features/orders/order-search.ts";
import { type CsvColumn, sendCsv } from "#server/http/csv.ts";
import type { Services } from "#server/services.ts";

type Asked = z.output<(typeof contract)["schema"]["querystring"]>;
type Row = Subscriber & { placeMicros: string };

const perPage = 50;
const batchSize = 2_000;
/** Before every row. */
const start = "9999999999999999_ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A page of the creator's list, who asked last first. */
export async function listSubscribers(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  { q, state, cursor }: Asked,
): Promise<{ subscribers: Subscriber[]; nextCursor: string | null }> {
  const word = q?.trim() ? anywhere(q.trim().toLowerCase()) : null;
  const rows = await selectPage(pool, ownerId, word, state ?? null, ...placeOf(cursor), perPage + 1);
  const last = rows.length > perPage ? rows[perPage - 1] : undefined;
  return { subscribers: rows.slice(0, perPage), nextCursor: last ? cursorOf(last) : null };
}

/** Removes an address of the creator's list and all that is kept about it. Throws 404 for any other id. */
export async function deleteSubscriber(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  id: string,
): Promise<void> {
  if ((await remove(pool, ownerId, id)).length === 0) throw NotFound("Subscriber not found");
}

/** Answers with the whole list as a CSV file, with the proof of each consent. */
export const exportSubscribers = (
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  reply: FastifyReply,
): FastifyReply =>
  sendCsv(
    reply,
    "subscribers.csv",
    columns,
    inBatches(batchSize, (last?: Row) =>
      selectPage(pool, ownerId, null, null, ...placeOf(last && cursorOf(last)), batchSize),
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
];

function placeOf(cursor: string | undefined): readonly [micros: string, id: string] {
  const [micros = "", id = ""] = (cursor ?? start).split("_");
  return [micros, id];
}

const cursorOf = ({ placeMicros, id }: Row): string => `${placeMicros}_${id}`;

const selectPage = statement("mailing_list_select_subscribers")<
  Row,
  [ownerId: string, word: string | null, state: string | null, micros: string, id: string, atMost: number]
>(`select id, email, state, consent_text as "consentText", asked_at as "askedAt", host(ip_address) as "ipAddress",
          confirmed_at as "confirmedAt", unsubscribed_at as "unsubscribedAt",
          (extract(epoch from asked_at) * 1000000)::int8::text as "placeMicros"
     from subscribers
    where owner_id = $1 and ($2::text is null or lower(email) like $2) and ($3::text is null or state = $3)
      and (asked_at, id) < (timestamptz 'epoch' + $4::int8 * interval '1 microsecond', $5::uuid)
    order by asked_at desc, id desc limit $6`);

const remove = statement("mailing_list_delete_subscriber")<{ id: string }, [ownerId: string, id: string]>(
  "delete from subscribers where owner_id = $1 and id = $2 returning id",
);
