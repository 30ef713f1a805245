import type { Conversation } from "#contract/social/conversations.ts";
import { zoneOfCreator } from "#server/database/creator-zone.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { eventOfMessage } from "./event-of-message.ts";
import { type WritingState, windowEnd, writingRefusal } from "./writing-window.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
type Filter = { accountId?: string | undefined; search?: string | undefined; cursor?: string | undefined };
type Page = { conversations: Conversation[]; nextCursor: string | null; total: number };

const perPage = 50;

/** A page of the creator's conversations, those with the newest message first. Throws 422 for a cursor that is none of ours. */
export async function listDmConversations(
  { pool, clock }: Dependencies,
  userId: string,
  { accountId, search, cursor }: Filter,
): Promise<Page> {
  const [at, id] = cursor === undefined ? firstPlace : placeOf(cursor);
  const account = accountId ?? null;
  const rows = search
    ? await selectSearched(pool, userId, account, at, id, ...patternsOf(search))
    : await selectAll(pool, userId, account, at, id);
  const listed = rows.filter(isConversation);
  const shown = listed.slice(0, perPage);
  const last = listed.length > perPage ? shown.at(-1) : undefined;
  return {
    conversations: shown.map((row) => conversationOf(row, clock.now())),
    nextCursor: last ? `${last.placeAt ?? "-infinity"}_${last.id}` : null,
    total: rows[0]?.total ?? 0,
  };
}

/** One of the creator's conversations. Throws 404 for any other id. */
export async function getDmConversation(
  client: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<Conversation> {
  const [row] = await selectOwn(client, userId, id);
  if (!row) throw NotFound("Conversation not found");
  return conversationOf(row, now);
}

type Row = WritingState &
  Omit<Conversation, "account" | "windowClosesAt" | "refusal"> & { accountId: string };
/** A page without conversations is one row, which has no more than the total. */
type ListedRow = { total: number; placeAt: string | null } & { [Column in keyof Row]: Row[Column] | null };

const isConversation = (row: ListedRow): row is ListedRow & Row => row.id !== null;

const conversationOf = (row: Row, now: Date): Conversation => ({
  ...row,
  account: { id: row.accountId, platform: row.platform, username: row.username },
  windowClosesAt: windowEnd(row),
  refusal: writingRefusal(row, now),
});

const columns = `
  c.id, a.id as "accountId", a.platform, a.username, a.is_active as "accountActive", a.verified, a.problem,
  a.id as "socialAccountId", c.platform_conversation_id as "platformConversationId", c.participant_id as "participantId",
  c.participant_username as "participantUsername", c.participant_display_name as "participantDisplayName",
  c.last_message_at as "lastMessageAt", c.last_inbound_at as "lastInboundAt", c.ad_open_until as "adOpenUntil",
  ${zoneOfCreator("$1")} as zone,
  newest.message as "lastMessage",
  c.has_unread as "hasUnread", c.is_active as "isActive", c.paused_until as "pausedUntil", c.opted_out_at as "optedOutAt",
  c.needs_you_at as "needsYouAt",
  (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
     from conversation_tags w join tags g on g.id = w.tag_id where w.conversation_id = c.id) as tags`;

const joins = `
  join social_accounts a on a.id = c.social_account_id and a.user_id = c.user_id
  left join lateral (
    select json_build_object('text', m.message_text, 'messageType', m.message_type, 'kind', event.kind, 'outcome', event.outcome,
                             'isOutgoing', m.is_from_bot or m.sender_id <> c.participant_id) as message
      from dm_messages m
      left join lateral (${eventOfMessage}) event on true
     where m.conversation_id = c.id and m.user_id = c.user_id
     order by m.platform_created_at desc, m.created_at desc, m.id desc limit 1) newest on true`;

/** Those without a message come last. */
const all = `
  select c.id, coalesce(c.last_message_at, '-infinity') as at from dm_conversations c
   where c.user_id = $1 and ($2::uuid is null or c.social_account_id = $2)`;

const searched = `${all}
  and (c.participant_username ilike $5 or c.participant_display_name ilike $5
       or exists (select from dm_messages m
                   where m.conversation_id = c.id and m.user_id = $1 and m.message_text ilike $6))`;

/** For names, where an @ before it means nothing, and for texts. What is typed is text, never a pattern. */
function patternsOf(search: string): [name: string, text: string] {
  const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return [containing(search.replace(/^@/, "")), containing(search)];
}

const page = (found: string) => `
  with found as materialized (${found}),
       page as (select * from found where (at, id) < ($3::timestamptz, $4::uuid) order by at desc, id desc limit ${perPage + 1})
  select ${columns}, to_char(page.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "placeAt", total
    from (select count(*)::int as total from found) counted
    left join (page join dm_conversations c on c.id = page.id ${joins}) on true
   order by page.at desc, page.id desc`;

type Place = [userId: string, accountId: string | null, at: string, id: string];

const selectAll = statement("social_list_conversations")<ListedRow, Place>(page(all));
const selectSearched = statement("social_search_conversations")<
  ListedRow,
  [...Place, name: string, text: string]
>(page(searched));

const selectOwn = statement("social_select_conversation")<Row, [userId: string, id: string]>(
  `select ${columns} from dm_conversations c ${joins} where c.user_id = $1 and c.id = $2`,
);

const firstPlace = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"] as const;

function placeOf(cursor: string): readonly [at: string, id: string] {
  const [, at, id] =
    /^(-infinity|\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      cursor,
    ) ?? [];
  if (!at || !id || (at !== "-infinity" && !isDay(at.slice(0, 10))))
    throw Invalid({ cursor: "This page does not exist" });
  return [at, id];
}

/** No February 30. */
const isDay = (day: string) => day >= "0001" && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
