import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { simulateFan } from "#contract/social/social-accounts.ts";
import { automationRules } from "#server/database/schema/social.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { simulateFanAct, type FanAct } from "#server/platforms/demo/simulate.ts";
import { acceptEvents } from "./inbox/accept-events.ts";

const app = await testApp();
const { services } = app;
type Account = Awaited<ReturnType<typeof makeSocialAccount>>;

async function fan(account: Account, act: Partial<FanAct>) {
  const event = await simulateFanAct(services, account, {
    kind: "DM",
    username: "sam",
    text: "guide please 🙏",
    postId: "",
    ...act,
  });
  await acceptEvents(services, [event]);
  await app.answerMessages();
  return event;
}

const delivered = async (account: Account) =>
  (
    await services.pool.query<{ text: string; button: unknown; visibility: string; commentId: string }>(
      `select text, button, visibility, comment_id as "commentId" from sandbox.demo_messages where account_id = $1 order by seq`,
      [account.platformUserId],
    )
  ).rows;

const outcomes = async (account: Account) =>
  (
    await services.pool.query<{ outcome: string; detail: string | null }>(
      "select outcome, outcome_detail as detail from social_events where social_account_id = $1 order by id",
      [account.id],
    )
  ).rows.map(({ outcome, detail }) => (detail ? `${outcome}: ${detail}` : outcome));

test("a keyword is answered with its text and a link, once, and the event says so", async () => {
  const account = await makeSocialAccount(app);
  const product = await makeProduct(app, {
    ownerId: account.userId,
    title: "Light & Lens, the complete guide",
  });
  const response = await makeKeywordResponse(app, account, { productId: product.id });
  await fan(account, {});
  const messages = await delivered(account);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.text).toBe("Here you go\n\nAutomated reply. Write STOP to end.");
  expect(messages[0]?.button).toEqual({
    title: "See the service",
    url: expect.stringMatching(/^http.*\/l\/[A-Za-z0-9]{10}$/) as string,
  });
  expect(await outcomes(account)).toEqual(["SENT"]);
  const { rows } = await services.pool.query(
    `select k.trigger_count, u.replies, s.state, m.platform_message_id = s.provider_message_id as named, m.is_from_bot,
            l.keyword_response_id = k.id as linked, a.last_event_at is not null and a.last_sent_at is not null as noted
       from keyword_responses k join reply_usage u on u.user_id = k.user_id join social_sends s on s.user_id = k.user_id
       join dm_messages m on m.id = s.message_id join reply_links l on l.user_id = k.user_id
       join social_accounts a on a.id = k.social_account_id
      where k.id = $1`,
    [response.id],
  );
  expect(rows).toEqual([
    {
      trigger_count: 1,
      replies: 1,
      state: "SENT",
      named: true,
      is_from_bot: true,
      linked: true,
      noted: true,
    },
  ]);
});

test("'Send as a fan' goes the same way", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const answer = await app
    .as({ id: account.userId })
    .call(simulateFan, { params: { id: account.id }, body: { text: "Guide!" } });
  expect(answer.status).toBe(202);
  await app.answerMessages();
  expect(await delivered(account)).toHaveLength(1);
});

test("a comment is answered in private once, and under the post after that", async () => {
  const account = await makeSocialAccount(app);
  await services.db.insert(automationRules).values({
    userId: account.userId,
    socialAccountId: account.id,
    ruleName: "Comments",
    triggerType: "COMMENT",
    actionType: "SEND_MESSAGE",
    responseTemplate: "Sent with love",
    conditions: { publicReplies: ["Look into your messages"] },
  });
  const comment = await fan(account, { kind: "COMMENT", text: "me!", postId: "p7" });
  const { commentId } = comment.detail;
  expect(
    (await delivered(account)).map(({ text, visibility, commentId }) => [text, visibility, commentId]),
  ).toEqual([
    ["Sent with love\n\nAutomated reply. Write STOP to end.", "PRIVATE", commentId],
    ["Look into your messages", "PUBLIC", commentId],
  ]);
  expect(await outcomes(account)).toEqual(["SENT"]);
});

test("STOP ends the answers to a person and START begins them again; the disclosure stands in the first alone", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  await makeKeywordResponse(app, account, { keyword: "price", responseText: "Nineteen" });
  for (const text of ["guide", "stop", "price", "START", "price"]) await fan(account, { text });
  expect(await outcomes(account)).toEqual(["SENT", "OPTED_OUT", "PERSON_OPTED_OUT", "OPTED_IN", "SENT"]);
  expect((await delivered(account)).map(({ text }) => text)).toEqual([
    "Here you go\n\nAutomated reply. Write STOP to end.",
    "You won't get automatic messages here anymore. Write START to get them again.",
    "Nineteen",
  ]);
});

test("events of one batch know of each other", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const act = { kind: "DM", username: "sam", text: "guide", postId: "" } as const;
  const events = [];
  for (let n = 0; n < 3; n++) events.push(await simulateFanAct(services, account, act));
  await acceptEvents(services, events);
  await app.answerMessages();
  expect(await outcomes(account)).toEqual(["SENT", "COOLDOWN", "COOLDOWN"]);
});

test("the Starter plan answers fifty messages a month; a failed one gives its place back", async () => {
  const account = await makeSocialAccount(app);
  await services.pool.query("update users set trial_ends_at = now() - interval '1 day' where id = $1", [
    account.userId,
  ]);
  await makeKeywordResponse(app, account);
  const month = services.clock.now().toISOString().slice(0, 7);
  await services.pool.query("insert into reply_usage (user_id, month, replies) values ($1, $2, 48)", [
    account.userId,
    `${month}-01`,
  ]);
  // The demo platform does not know this person: it refuses.
  const act = { kind: "DM", text: "guide", postId: "" } as const;
  const stranger = await simulateFanAct(services, account, { ...act, username: "stranger" });
  await acceptEvents(services, [{ ...stranger, personId: "nobody" }]);
  await app.answerMessages();
  for (const username of ["a", "b", "c"]) await fan(account, { username, text: "guide" });
  expect(await outcomes(account)).toEqual([
    "SEND_FAILED: this person cannot be written to",
    "SENT",
    "SENT",
    "PLAN_LIMIT",
  ]);
});

test("a rule lists people and tells the owner, and counts it", async () => {
  const account = await makeSocialAccount(app);
  const rule = { userId: account.userId, socialAccountId: account.id };
  const [follow] = await services.db
    .insert(automationRules)
    .values([
      {
        ...rule,
        ruleName: "Followers",
        triggerType: "FOLLOW",
        actionType: "ADD_TO_LIST",
        conditions: { listName: "VIP" },
      },
      { ...rule, ruleName: "Mentions", triggerType: "MENTION", actionType: "NOTIFY_OWNER" },
    ])
    .returning();
  await fan(account, { kind: "FOLLOW", text: "" });
  await fan(account, { kind: "FOLLOW", text: "" });
  await fan(account, { kind: "MENTION", text: "look at this" });
  expect(await outcomes(account)).toEqual(["LISTED: VIP", "LISTED: VIP", "OWNER_NOTIFIED"]);
  const listed = await services.pool.query("select list_name from listed_people where user_id = $1", [
    account.userId,
  ]);
  expect(listed.rows).toEqual([{ list_name: "VIP" }]);
  const [row] = await services.db
    .select()
    .from(automationRules)
    .where(eq(automationRules.id, follow?.id ?? ""));
  expect(row?.executionCount).toBe(2);
  app.clock.advance({ minutes: 6 });
  await app.runJobs();
  const mails = await services.pool.query<{ subject: string; text: string }>(
    `select subject, text from mailbox where "to" = (select email from users where id = $1)`,
    [account.userId],
  );
  expect(mails.rows.map(({ subject }) => subject)).toEqual(["Mentions: 1 person"]);
  expect(mails.rows[0]?.text).toContain("@sam mentioned you: look at this");
});

test("a reply calls its person by name, and never by what could be a link", async () => {
  const account = await makeSocialAccount(app);
  const product = await makeProduct(app, { ownerId: account.userId, title: "Light & Lens" });
  await makeKeywordResponse(app, account, {
    productId: product.id,
    responseText: "Hi {first_name|friend}, {username}: {product}",
  });
  await fan(account, {});
  // A rule's cooldown is an hour or two.
  app.clock.advance({ days: 1 });
  for (const name of ["Zoë Müller", "https://evil.example now"]) {
    await services.pool.query(
      "update dm_conversations set participant_display_name = $2 where social_account_id = $1",
      [account.id, name],
    );
    await fan(account, {});
    app.clock.advance({ days: 1 });
  }
  const texts = (await delivered(account)).map(({ text }) => text.split("\n")[0]);
  expect(texts).toEqual([
    "Hi friend, @sam: Light & Lens",
    "Hi Zoë, @sam: Light & Lens",
    "Hi friend, @sam: Light & Lens",
  ]);
});

test("a public reply names its person, too", async () => {
  const account = await makeSocialAccount(app);
  await services.db.insert(automationRules).values({
    userId: account.userId,
    socialAccountId: account.id,
    ruleName: "Under posts",
    triggerType: "COMMENT",
    actionType: "SEND_MESSAGE",
    conditions: { publicReplies: ["Sent, {username}!"] },
    responseTemplate: "Hi {first_name}",
  });
  await fan(account, { kind: "COMMENT", text: "wow", postId: "post-1" });
  const texts = (await delivered(account)).map(({ text }) => text.split("\n")[0]);
  expect(texts.toSorted()).toEqual(["Hi there", "Sent, @sam!"]);
});

test("the same word is answered under each post, and again in a message; a repeated comment is not", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account, { keyword: "link" });
  const comment = (postId: string) => fan(account, { kind: "COMMENT", text: "LINK", postId });
  await comment("a");
  await comment("b");
  await comment("a");
  await fan(account, { text: "link" });
  app.clock.advance({ minutes: 1 });
  await fan(account, { text: "Can you send the link again? I lost it" });
  await fan(account, { text: "link!" });
  expect(await outcomes(account)).toEqual(["SENT", "SENT", "COOLDOWN", "SENT", "SENT", "COOLDOWN"]);
});

test("a reply lists its person and notifies the owner beside it, also while automation rests", async () => {
  const account = await makeSocialAccount(app);
  const response = await makeKeywordResponse(app, account, { listName: "Fans", notifiesOwner: true });
  await services.db.insert(automationRules).values({
    userId: account.userId,
    socialAccountId: account.id,
    ruleName: "Help",
    triggerType: "KEYWORD",
    actionType: "NOTIFY_OWNER",
    conditions: { keywords: ["help"] },
  });
  await fan(account, { text: "guide" });
  await fan(account, { text: "stop" });
  await fan(account, { text: "help" });
  await fan(account, { text: "guide", username: "ben" });
  expect(await outcomes(account)).toEqual(["SENT", "OPTED_OUT", "OWNER_NOTIFIED", "SENT"]);
  const events = await services.pool.query(
    "select listed_in, notified_by = $2 as noted from social_events where social_account_id = $1 order by id",
    [account.id, response.id],
  );
  expect(events.rows).toEqual([
    { listed_in: ["Fans"], noted: true },
    { listed_in: null, noted: null },
    { listed_in: null, noted: false },
    { listed_in: ["Fans"], noted: true },
  ]);
  const listed = await services.pool.query("select person_username from listed_people where user_id = $1", [
    account.userId,
  ]);
  expect(listed.rows).toHaveLength(2);
  app.clock.advance({ minutes: 6 });
  await app.runJobs();
  const mails = await services.pool.query<{ subject: string; text: string }>(
    `select subject, text from mailbox where "to" = (select email from users where id = $1) order by subject`,
    [account.userId],
  );
  expect(mails.rows.map(({ subject }) => subject)).toEqual(["GUIDE: 2 people", "Help: 1 person"]);
  expect(mails.rows[0]?.text).toContain('Your keyword response "GUIDE"');
  await fan(account, { text: "guide", username: "ben" });
  const again = await services.pool.query(
    "select notified_by from social_events where social_account_id = $1 order by id desc limit 1",
    [account.id],
  );
  expect(again.rows).toEqual([{ notified_by: null }]);
});

test("a greeting is sent once, to somebody who has had no reply by program or by hand", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  await services.db.insert(automationRules).values({
    userId: account.userId,
    socialAccountId: account.id,
    ruleName: "Welcome",
    triggerType: "FIRST_MESSAGE",
    actionType: "SEND_MESSAGE",
    responseTemplate: "Welcome!",
  });
  await fan(account, { username: "served", kind: "COMMENT" });
  await fan(account, { username: "served", text: "thanks! yes" });
  await services.pool.query("update social_accounts set is_active = false where id = $1", [account.id]);
  await fan(account, { username: "late", text: "hello" });
  await services.pool.query("update social_accounts set is_active = true where id = $1", [account.id]);
  await fan(account, { username: "late", text: "hello?" });
  await fan(account, { username: "late", text: "nice" });
  expect(await outcomes(account)).toEqual(["SENT", "NO_MATCH", "ACCOUNT_OFF", "SENT", "NO_MATCH"]);
});
