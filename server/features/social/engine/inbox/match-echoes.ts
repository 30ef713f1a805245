import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import type { OpenEvent } from "./load-batch.ts";
import { loadRepeated } from "./repeated-texts.ts";

/**
 * Whose an echo is. `sendId`: that send has arrived, which we did not know. UNCLEAR: a call is still under way. PROGRAM:
 * another app wrote it, which says nothing about the creator.
 */
export type Echo = { is: "OURS"; sendId?: string } | { is: "UNCLEAR" } | { is: "PROGRAM" };

/** An echo comes within this time of its send, whichever of the two clocks is wrong. */
const apartMs = 15 * 60_000;
/** For as long a call may be under way. */
const callMs = 60_000;

/**
 * Which echoes are of messages that we or other apps sent; all others are the creator's own. Ours are known by what we gave
 * along, by the message's id, and where neither is known yet by the text, of which platforms change addresses; those of
 * other apps by the app's id or, where the platform does not name it, by a text that several people got.
 */
export async function matchEchoes(
  client: pg.PoolClient,
  events: readonly OpenEvent[],
  now: Date,
): Promise<Map<number, Echo>> {
  const echoes = events.filter(({ kind }) => kind === "ECHO");
  const found = new Map<number, Echo>();
  if (echoes.length === 0) return found;
  const asked = echoes.map(({ id, accountId, personId, detail }) => ({
    id,
    accountId,
    personId,
    messageId: detail["messageId"] ?? null,
    metadata: detail["metadata"] ?? null,
  }));
  const sends = Map.groupBy(await selectCandidates(client, JSON.stringify(asked), now), ({ echo }) => echo);
  const taken = new Set<string>();
  for (const echo of echoes) {
    const match = matchOne(
      echo,
      (sends.get(echo.id) ?? []).filter(({ id }) => !taken.has(id)),
      now,
    );
    if (match) found.set(echo.id, match);
    if (match?.is === "OURS" && match.sendId) taken.add(match.sendId);
  }
  const repeated = await loadRepeated(
    client,
    echoes.filter(({ id }) => !found.has(id)),
  );
  for (const echo of echoes)
    if (!found.has(echo.id) && repeated.isProgram(echo)) found.set(echo.id, { is: "PROGRAM" });
  return found;
}

type Candidate = {
  /** The event's id. */
  echo: number;
  id: string;
  state: "QUEUED" | "SENDING" | "SENT" | "FAILED" | "UNKNOWN";
  text: string;
  hasButton: boolean;
  claimedAt: Date;
  /** Known by its id or by what we gave along. */
  isNamed: boolean;
};

function matchOne(echo: OpenEvent, sends: readonly Candidate[], now: Date): Echo | undefined {
  const near = sends.filter(
    ({ claimedAt }) => Math.abs(claimedAt.getTime() - echo.occurredAt.getTime()) < apartMs,
  );
  const same = near.filter((send) =>
    echo.text === "" ? send.hasButton : bare(send.text) === bare(echo.text),
  );
  const isOpen = ({ state }: Candidate) => state !== "SENT" && state !== "FAILED";
  const send = sends.find(({ isNamed }) => isNamed) ?? same.find(isOpen) ?? same[0];
  if (send) return { is: "OURS", ...(isOpen(send) && { sendId: send.id }) };
  const isCalling = sends.some(
    ({ state, claimedAt }) => state === "SENDING" && now.getTime() - claimedAt.getTime() < callMs,
  );
  const { sentBy } = echo.detail;
  // Ours, by a send that this database does not know: one of a time before a restore.
  if (sentBy === "OUR_APP") return isCalling ? { is: "UNCLEAR" } : { is: "OURS" };
  if (sentBy === "OTHER_APP") return { is: "PROGRAM" };
  return isCalling ? { is: "UNCLEAR" } : undefined;
}

const bare = (text: string) =>
  text
    .replaceAll(/https?:\/\/\S+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

const selectCandidates = hotStatement("social_select_echo_candidates")<
  Candidate,
  [echoes: string, now: Date]
>(`with echo as (
     select * from json_to_recordset($1::json) as echo (id float8, "accountId" uuid, "personId" text, "messageId" text, metadata text)
      where id is not null)
   select echo.id as echo, s.id, s.state, s.text, s.button is not null and s.button <> 'null' as "hasButton",
          s.claimed_at as "claimedAt", coalesce(s.provider_message_id = echo."messageId", false) as "isNamed"
     from echo
     join dm_conversations c on c.social_account_id = echo."accountId" and c.participant_id = echo."personId"
     join social_sends s on s.conversation_id = c.id
    where s.claimed_at > $2::timestamptz - interval '10 days' and s.purpose <> 'PUBLIC_REPLY'
   union all
   select echo.id, s.id, s.state, s.text, false, s.claimed_at, true
     from echo join social_sends s on s.id::text = echo.metadata and s.social_account_id = echo."accountId"
    where s.claimed_at is not null`);
