import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type autocannon from "autocannon";
import type pg from "pg";
import { signedHook } from "#tests/support/hook-platform.ts";
import { median } from "./rotate.ts";

export type Inbox = { userId: string; accountId: string; platformUserId: string };

/** A creator with a demo account on Instagram that answers the word GUIDE. */
export async function makeInbox(pool: pg.Pool): Promise<Inbox> {
  const mark = randomUUID().replaceAll("-", "").slice(0, 12);
  const { rows } = await pool.query<Inbox>(
    `with creator as (
       insert into users (email, handle, plan) values ($1 || '@example.com', 'inbox_' || $1, 'PRO') returning id),
     account as (
       insert into social_accounts (user_id, platform, connection, platform_user_id, username, verified)
       select id, 'INSTAGRAM', 'DEMO', $1, $1, true from creator returning id, user_id, platform_user_id)
     insert into keyword_responses (user_id, social_account_id, keyword, keywords, response_text)
     select user_id, id, 'GUIDE', '{GUIDE}', 'Here you go' from account
     returning user_id as "userId", social_account_id as "accountId", $1::text as "platformUserId"`,
    [mark],
  );
  const [inbox] = rows;
  if (!inbox) throw new Error("no inbox was made");
  return inbox;
}

/** Signed webhooks of one message each, some 700 bytes long, no two of them alike. */
export const hooks = (url: string, { platformUserId }: Inbox): autocannon.Options => ({
  url,
  method: "POST",
  requests: [
    {
      setupRequest: (request) => {
        const id = randomUUID();
        return {
          ...request,
          ...signedHook([
            {
              platform: "INSTAGRAM",
              accountId: platformUserId,
              id: `MESSAGE:${id}`,
              kind: "MESSAGE",
              personId: id,
              personUsername: null,
              text: "a message of some length, ".repeat(16),
              detail: { messageId: id },
            },
          ]),
        };
      },
    },
  ],
});

/** Puts messages of as many fans into the inbox, as if they had just come. */
export async function flood(pool: pg.Pool, inbox: Inbox, fans: number): Promise<void> {
  const mark = randomUUID();
  await pool.query(
    `with fan as (
       insert into sandbox.demo_fans (account_id, person_id, username, last_wrote_at)
       select $3, $1 || n, $1 || n, now() from generate_series(1, $2::int) n returning person_id)
     insert into social_events (user_id, social_account_id, kind, platform_event_id, person_id, text, detail, occurred_at, received_at)
     select $4, $5, 'MESSAGE', 'MESSAGE:' || person_id, person_id, 'guide please', jsonb_build_object('messageId', person_id), now(), now()
       from fan`,
    [mark, fans, inbox.platformUserId, inbox.userId, inbox.accountId],
  );
  await pool.query("select pg_notify('social_work', '')");
}

/** How many answers the platform has delivered for an inbox. */
export async function delivered(pool: pg.Pool, { platformUserId }: Inbox): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from sandbox.demo_messages where account_id = $1",
    [platformUserId],
  );
  return rows[0]?.count ?? 0;
}

/** Milliseconds until one more message is answered, from before it is kept. Looks every two milliseconds. */
export async function answerTime(pool: pg.Pool, inbox: Inbox): Promise<number> {
  const before = await delivered(pool, inbox);
  const begun = performance.now();
  await flood(pool, inbox, 1);
  while ((await delivered(pool, inbox)) === before) {
    if (performance.now() - begun > 60_000) throw new Error("a message was not answered within a minute");
    await sleep(2);
  }
  return performance.now() - begun;
}

/** The median of some answers while nothing else happens. */
export async function idleAnswerTime(pool: pg.Pool, inbox: Inbox, times: number): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    took.push(await answerTime(pool, inbox));
    await sleep(50);
  }
  return median(took);
}

/** A post goes viral: how quickly its fans are answered, and another creator's fan meanwhile. */
export async function drain(
  pool: pg.Pool,
  viral: Inbox,
  other: Inbox,
  fans: number,
): Promise<{ perSecond: number; otherMs: number }> {
  const before = await delivered(pool, viral);
  const begun = performance.now();
  await flood(pool, viral, fans);
  await sleep(500);
  const otherMs = await answerTime(pool, other);
  if ((await delivered(pool, viral)) - before >= fans) throw new Error("the flood was over too early");
  while ((await delivered(pool, viral)) - before < fans) {
    if (performance.now() - begun > 600_000) throw new Error("the flood did not drain in ten minutes");
    await sleep(100);
  }
  return { perSecond: (fans * 1_000) / (performance.now() - begun), otherMs };
}
