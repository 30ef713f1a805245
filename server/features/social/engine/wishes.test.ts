import { expect, test } from "vitest";
import { listDmConversations, sendDmMessage, updateDmConversation } from "#contract/social/conversations.ts";
import { updateKeywordResponse } from "#contract/social/keyword-responses.ts";
import { createAutomationRule } from "#contract/social/automation-rules.ts";
import { type FanAct, simulateFanAct } from "#server/platforms/demo/simulate.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { acceptEvents } from "./inbox/accept-events.ts";

const app = await testApp();
const { services } = app;

async function start(response = { responseText: "Here you go" }) {
  const creator = await makeCreator(app);
  const account = await makeSocialAccount(app, { userId: creator.id });
  const guide = await makeKeywordResponse(app, account, response);
  const write = async (text: string, act: Partial<FanAct> = {}) => {
    const whole = { kind: "DM", username: "sam", postId: "", ...act, text } as const;
    await acceptEvents(services, [await simulateFanAct(services, account, whole)]);
    await app.answerMessages();
  };
  const delivered = async () =>
    (
      await services.pool.query<{ text: string }>(
        "select text from sandbox.demo_messages where account_id = $1 order by seq",
        [account.platformUserId],
      )
    ).rows.map(({ text }) => text);
  const lastOutcome = async () =>
    (
      await services.pool.query<{ outcome: string }>(
        "select outcome from social_events where social_account_id = $1 order by id desc limit 1",
        [account.id],
      )
    ).rows[0]?.outcome;
  const me = app.as(creator);
  const conversation = async () =>
    (await me.call(listDmConversations, { querystring: {} })).body.conversations[0]!;
  return { creator, account, guide, me, write, delivered, lastOutcome, conversation };
}

test("a wish to stop in any language is kept, confirmed once in that language, and costs no reply", async () => {
  const { account, write, delivered, lastOutcome } = await start();
  await write("PARE por favor");
  await write("pare");
  await write("guide");
  expect(await lastOutcome()).toBe("PERSON_OPTED_OUT");
  expect(await delivered()).toEqual([
    "Você não receberá mais mensagens automáticas aqui. Escreva START para voltar a receber.",
  ]);
  const { rows } = await services.pool.query("select replies from reply_usage where user_id = $1", [
    account.userId,
  ]);
  expect(rows).toEqual([]);
});

test("STOP itself is confirmed in the language of the account's replies, and nobody is written to where all is off", async () => {
  const french = await start({ responseText: "Bonjour, voici le lien pour votre guide" });
  await french.write("STOP");
  expect(await french.delivered()).toEqual([expect.stringMatching(/^Vous ne recevrez plus/)]);
  const off = await start();
  await services.pool.query("update social_accounts set is_active = false where id = $1", [off.account.id]);
  await off.write("STOP");
  expect(await off.lastOutcome()).toBe("OPTED_OUT");
  expect(await off.delivered()).toEqual([]);
});

test("a word for a person pauses, marks the conversation, tells the creator once, and ends with their answer", async () => {
  const { creator, me, write, delivered, lastOutcome, conversation } = await start();
  await write("Can I talk to a human?");
  expect(await lastOutcome()).toBe("HANDED_OVER");
  await write("human");
  await write("guide");
  expect(await lastOutcome()).toBe("CREATOR_ANSWERS");
  expect(await delivered()).toEqual([
    "Thanks! A person will reply to you here. Automatic replies are paused.",
  ]);
  const asked = await conversation();
  expect(asked).toMatchObject({ hasUnread: true, needsYouAt: expect.any(String) });
  const { rows: mails } = await services.pool.query(
    "select recipient from mail_outbox where template = 'social-notice' and recipient = $1",
    [creator.email],
  );
  expect(mails).toHaveLength(1);

  const body = { idempotencyKey: crypto.randomUUID(), text: "Hi, it's me" };
  await me.call(sendDmMessage, { params: { id: asked.id }, body });
  expect((await conversation()).needsYouAt).toBeNull();

  await write("human");
  const again = await conversation();
  expect(again.needsYouAt).not.toBeNull();
  const done = await me.call(updateDmConversation, { params: { id: again.id }, body: { needsYouAt: null } });
  expect(done.body.needsYouAt).toBeNull();
});

test("the disclosure comes again after a week, and when a program follows a person", async () => {
  const { me, write, delivered, conversation } = await start();
  const disclosed = async () => (await delivered()).at(-1)?.includes("Automated reply.");
  await write("guide");
  expect(await disclosed()).toBe(true);
  app.clock.advance({ hours: 26 });
  await write("guide");
  expect(await disclosed()).toBe(false);
  // The creator answers, and automation goes on afterwards.
  const { id } = await conversation();
  const body = { idempotencyKey: crypto.randomUUID(), text: "Hi, it's me" };
  await me.call(sendDmMessage, { params: { id }, body });
  app.clock.advance({ hours: 26 });
  await write("guide");
  expect(await disclosed()).toBe(true);
  app.clock.advance({ hours: 26 });
  await write("guide");
  expect(await disclosed()).toBe(false);
  app.clock.advance({ hours: 8 * 24 });
  await write("guide");
  expect(await disclosed()).toBe(true);
});

test("the disclosure speaks the language of its reply", async () => {
  const { write, delivered } = await start({ responseText: "Olá! Aqui está o link do curso" });
  await write("guide");
  expect(await delivered()).toEqual([
    "Olá! Aqui está o link do curso\n\nResposta automática. Escreva STOP para parar.",
  ]);
});

test("a reserved word is refused as a new keyword, stays where it was one, and gives way to the wish", async () => {
  const { account, me, write, lastOutcome } = await start();
  const old = await makeKeywordResponse(app, account, { keyword: "parar", responseText: "Old" });
  const kept = await me.call(updateKeywordResponse, {
    params: { id: old.id },
    body: { responseText: "Still" },
  });
  expect(kept.status).toBe(200);
  const refused = await me.call(updateKeywordResponse, {
    params: { id: old.id },
    body: { moreKeywords: ["human"] },
  });
  expect(refused).toMatchObject({ status: 422, body: { fields: { moreKeywords: expect.any(String) } } });
  const rule = {
    socialAccountId: account.id,
    ruleName: "People",
    triggerType: "KEYWORD",
    actionType: "NOTIFY_OWNER",
  } as const;
  const body = { ...rule, conditions: { keywords: ["stop please"] } };
  expect(await me.call(createAutomationRule, { body })).toMatchObject({
    status: 422,
    body: { fields: { "conditions.keywords": expect.any(String) } },
  });
  await write("parar");
  expect(await lastOutcome()).toBe("OPTED_OUT");
});
