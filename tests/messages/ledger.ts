import { auditBooks } from "#server/features/ledger/audit.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { Inbox } from "./inbox-shop.ts";
import type { UnreliablePlatform } from "./unreliable-platform.ts";

type Event = {
  id: string;
  kind: string;
  text: string;
  personId: string;
  outcome: string | null;
  sendId: string | null;
  state: string | null;
};

/** What is not right when everything is quiet, by the platform's own books. Empty: nothing. */
export async function wrongsOf(
  app: TestApp,
  { calls }: UnreliablePlatform,
  inboxes: readonly Inbox[],
): Promise<string[]> {
  const wrongs: string[] = [];
  for (const { sendId } of calls) {
    const own = calls.filter((call) => call.sendId === sendId);
    if (own.filter(({ delivered }) => delivered).length > 1) wrongs.push(`${sendId} was delivered twice`);
    if (own.slice(0, -1).some(({ told }) => told !== "refused"))
      wrongs.push(`${sendId} was sent again although nobody knew that it had not arrived`);
  }
  for (const inbox of inboxes) wrongs.push(...(await wrongsOfInbox(app, inbox)));
  return [...new Set(wrongs)];
}

/** What the audit of all books finds. */
export async function auditFindings({ services }: TestApp): Promise<string[]> {
  const findings = await auditBooks(services.pool, { provider: "sandbox" });
  return findings.map(({ name, examples }) => `${name}: ${JSON.stringify(examples)}`);
}

async function wrongsOfInbox({ services }: TestApp, { account, events, manual }: Inbox): Promise<string[]> {
  const wrongs: string[] = [];
  const query = async <Row>(text: string) => (await services.pool.query(text, [account.id])).rows as Row[];
  const kept = await query<Event>(
    `select e.platform_event_id as id, e.kind, e.text, e.person_id as "personId", e.outcome, s.id as "sendId", s.state
       from social_events e left join social_sends s on s.event_id = e.id and s.purpose = 'REPLY'
      where e.social_account_id = $1 and e.kind <> 'ECHO'`,
  );
  const sent = await query<{ text: string }>(
    `select m.text from sandbox.demo_messages m join social_accounts a on a.platform_user_id = m.account_id
      where a.id = $1 and m.visibility = 'PRIVATE'`,
  );
  const heldByOthers = new Set(events.filter(({ detail }) => detail.standby === "yes").map(({ id }) => id));
  const expected = new Set(events.filter(({ kind }) => kind !== "ECHO").map(({ id }) => id));
  if (kept.length !== expected.size) wrongs.push(`${kept.length} events were kept of ${expected.size}`);

  for (const event of events) {
    const [keyword] = /k\d+/i.exec(event.text) ?? [];
    if (!keyword) continue;
    // Every event has a keyword of its own: its answer is known by its text alone.
    const times = sent.filter(({ text }) => text.startsWith(`answer ${keyword.toLowerCase()}.`)).length;
    const row = kept.find(({ id }) => id === event.id);
    const may = row?.outcome === "SENT" ? times === 1 : times === 0;
    if (!may) wrongs.push(`${event.id} is ${row?.outcome}, and was answered ${times} times`);
  }
  for (const { id, outcome, state } of kept) {
    if (outcome === null || outcome === "QUEUED") wrongs.push(`${id} has no end`);
    if (outcome === "UNSUPPORTED") wrongs.push(`${id} could not be dealt with`);
    if (heldByOthers.has(id) && outcome !== "OTHER_APP" && outcome !== "DELETED")
      wrongs.push(`${id} is ${outcome}, though another app controls its conversation`);
    if (outcome === "SENT" && state !== "SENT") wrongs.push(`${id} is SENT and its message ${state}`);
  }
  // A list takes its people whatever becomes of the reply, unless the message was taken back or nothing may happen at all.
  const acted = await query<{
    id: string;
    kind: string;
    text: string;
    postId: string | null;
    lists: string[];
  }>(
    `select platform_event_id as id, kind, text, detail ->> 'postId' as "postId", coalesce(listed_in, '{}') as lists
       from social_events
      where social_account_id = $1 and kind in ('MESSAGE', 'STORY_REPLY', 'COMMENT') and outcome not in ('DELETED', 'OWN_MESSAGE', 'OTHER_APP')`,
  );
  for (const { id, kind, text, postId, lists } of acted) {
    const [, number = "1"] = /^k(\d+)/i.exec(text) ?? [];
    const due = [Number(number) % 3 === 0 && "Thirds", kind === "COMMENT" && postId === "reel" && "Reel"];
    const expectedLists = due.filter((list) => list !== false);
    // A text that was taken back later no longer says what it asked for.
    if (text !== "" && lists.join() !== expectedLists.join())
      wrongs.push(`${id} listed its person in "${lists.join()}" in place of "${expectedLists.join()}"`);
  }
  const keptTexts = await query<{ id: string }>(
    `select d.platform_event_id as id
       from social_events d join dm_messages m on m.platform_message_id = d.detail ->> 'messageId'
       join dm_conversations c on c.id = m.conversation_id and c.social_account_id = d.social_account_id
      where d.social_account_id = $1 and d.kind = 'DELETION' and m.message_text <> ''
     union all
     select e.platform_event_id
       from social_events d join social_events e on e.social_account_id = d.social_account_id
        and e.detail ->> 'messageId' = d.detail ->> 'messageId'
      where d.social_account_id = $1 and d.kind = 'DELETION' and e.text <> ''`,
  );
  for (const { id } of keptTexts) wrongs.push(`${id} was taken back, and its text is still there`);
  const [counts] = await query<{
    used: number;
    first: number;
    counted: number;
    triggered: number;
    sent: number;
  }>(
    `select (select replies from reply_usage u where u.user_id = a.user_id) as used,
            (select count(*)::int from social_sends s where s.social_account_id = a.id and s.purpose = 'REPLY' and s.state <> 'FAILED') as counted,
            (select sum(trigger_count)::int from keyword_responses k where k.social_account_id = a.id) as triggered,
            (select count(*)::int from social_sends s where s.social_account_id = a.id and s.purpose = 'REPLY' and s.state = 'SENT') as sent
       from social_accounts a where a.id = $1`,
  );
  if (counts && ![0, 47].includes(counts.used - counts.counted))
    wrongs.push(`${counts.used} replies were counted for the plan, and ${counts.counted} were made`);
  if (counts && counts.used > 50) wrongs.push(`the plan gave ${counts.used} replies`);
  if (counts?.triggered !== counts?.sent)
    wrongs.push(`responses count ${counts?.triggered} answers, and ${counts?.sent} were sent`);
  const [{ isSeen } = { isSeen: undefined }] = await query<{ isSeen: boolean }>(
    `select other_app_at is not null as "isSeen" from social_accounts where id = $1`,
  );
  if (isSeen !== events.some(({ detail }) => detail.sentBy === "OTHER_APP"))
    wrongs.push(`another app ${isSeen ? "did not answer" : "answered"}, and the account says otherwise`);
  const paused = await query<{ personId: string }>(
    `select participant_id as "personId" from dm_conversations where social_account_id = $1 and paused_until is not null`,
  );
  for (const { personId } of paused)
    if (!manual.has(personId)) wrongs.push("our own message was taken for the creator's");
  for (const personId of manual)
    if (!paused.some((one) => one.personId === personId))
      wrongs.push("the creator answered, and is not heard");
  return wrongs;
}
