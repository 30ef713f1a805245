import type { InboundEvent } from "#server/platforms/social-platform.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import type { Random } from "#tests/money/random.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import { echoOf } from "./unreliable-platform.ts";

export type Inbox = {
  account: Awaited<ReturnType<typeof makeSocialAccount>>;
  /** Everything that its platform has to tell, in the order in which it happened. */
  events: InboundEvent[];
  /** The person of each event that wrote by hand as the creator. */
  manual: Set<string>;
};

const everyPlatform = ["INSTAGRAM", "FACEBOOK", "TWITTER"] as const;

/**
 * A creator on the Starter plan with a demo account of one of the platforms, which answers the keywords k1 to k30, each with its
 * own text. Each third one also lists its person, and a rule lists whoever comments under the post "reel".
 */
export async function openInbox(
  app: TestApp,
  random: Random,
  platforms: readonly (typeof everyPlatform)[number][] = everyPlatform,
): Promise<Inbox> {
  const creator = await makeCreator(app, { trialEndsAt: new Date(0) });
  const product = await makeProduct(app, { ownerId: creator.id });
  const account = await makeSocialAccount(app, {
    userId: creator.id,
    platform: random.pick(platforms),
  });
  await app.services.pool.query(
    `with response as (
       insert into keyword_responses (user_id, social_account_id, keyword, keywords, response_text, product_id, list_name)
       select $1, $2, 'k' || n, array['k' || n], 'answer k' || n || '.', case when n % 2 = 0 then $3::uuid end,
              case when n % 3 = 0 then 'Thirds' else '' end
         from generate_series(1, 30) n
       returning id, keyword)
     insert into response_keywords (social_account_id, folded, keyword_response_id) select $2, keyword, id from response`,
    [creator.id, account.id, product.id],
  );
  await app.services.pool.query(
    `insert into automation_rules (user_id, social_account_id, rule_name, trigger_type, action_type, conditions)
     values ($1, $2, 'Reel', 'COMMENT', 'ADD_TO_LIST', '{"listName": "Reel", "postId": "reel"}')`,
    [creator.id, account.id],
  );
  await app.services.pool.query("insert into reply_usage (user_id, month, replies) values ($1, $2, $3)", [
    creator.id,
    `${app.clock.now().toISOString().slice(0, 7)}-01`,
    random.chance(0.2) ? 47 : 0,
  ]);
  const inbox: Inbox = { account, events: [], manual: new Set() };
  const count = random.integer(8, 14);
  for (let n = 1; n <= count; n++) inbox.events.push(await happen(app, random, inbox, n));
  return inbox;
}

/** Something that a fan does. Each uses a keyword of its own, so that the platform's ledger tells what was answered. */
async function happen(app: TestApp, random: Random, inbox: Inbox, n: number): Promise<InboundEvent> {
  const { account } = inbox;
  const username = random.pick(["ann", "ben", "cleo"]);
  const act = (kind: "DM" | "COMMENT" | "STORY_REPLY" | "FOLLOW", text: string) =>
    simulateFanAct(app.services, account, {
      kind,
      username,
      text,
      postId: n % 2 === 0 ? "reel" : "",
      isLive: kind === "COMMENT" && n % 5 === 0,
    });
  const dice = random.next();
  if (dice < 0.04) {
    const heard = await act("DM", `k${n}`);
    return { ...heard, detail: { ...heard.detail, standby: "yes" } };
  }
  if (dice < 0.5) return act("DM", `k${n} please 🙏`);
  if (dice < 0.65) return act("COMMENT", `K${n}!`);
  if (dice < 0.72) return act("STORY_REPLY", `k${n}`);
  if (dice < 0.78) return act("DM", random.pick(["hello", "stop", "start", ""]));
  if (dice < 0.82) return act("FOLLOW", "");
  if (dice < 0.87) {
    const late = await act("DM", `k${n}`);
    return { ...late, occurredAt: new Date(late.occurredAt.getTime() - 25 * 3_600_000) };
  }
  const earlier = random.pick([...inbox.events, await act("DM", `k${n}`)]);
  if (dice < 0.94 && earlier.detail.messageId && earlier.kind !== "ECHO") {
    const { messageId } = earlier.detail;
    return { ...earlier, kind: "DELETION", id: `DELETION:${messageId}`, text: "", detail: { messageId } };
  }
  if (dice > 0.98) {
    const echo = echoOf(account, earlier.personId, "Welcome! Write MENU.", app.clock.now());
    return { ...echo, detail: { ...echo.detail, sentBy: "OTHER_APP" } };
  }
  inbox.manual.add(earlier.personId);
  return echoOf(account, earlier.personId, "I am here myself", app.clock.now());
}
