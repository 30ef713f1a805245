import { describe, expect, test } from "vitest";
import { afterFile } from "#tests/support/after-file.ts";
import {
  listSocialEvents,
  listDmConversations,
  listDmMessages,
  updateDmConversation,
} from "#contract/social/conversations.ts";
import { createKeywordResponse } from "#contract/social/keyword-responses.ts";
import { disconnectSocialAccount, listSocialAccounts } from "#contract/social/social-accounts.ts";
import { catchUp } from "#server/features/social/accounts/catch-up.ts";
import { namePeople } from "#server/features/social/conversations/name-people.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { startGraphServer } from "#tests/support/graph-server/start-graph-server.ts";
import { signedRequest } from "#tests/support/graph-server/webhooks.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";

const ways = [
  { name: "Instagram", login: "instagram", path: "instagram" },
  { name: "Instagram through a Page", login: "facebook", path: "instagram" },
  { name: "Messenger", login: "instagram", path: "facebook" },
] as const;

const everything = { querystring: {} };

describe.each(ways)("the whole way, on $name", ({ name, login, path }) => {
  const started = start();

  /** A store and a Meta of its own, where a creator connects their account in the browser. */
  async function start() {
    const graph = await startGraphServer({
      instagramLogin: login,
      redirectUris: [`http://localhost:3000/oauth/${path}/callback`],
    });
    afterFile(() => graph.close());
    const app = await testApp(graph.environment);
    graph.webhooks.sendTo(async ({ path: url, body, headers }) => {
      const answer = await app.app.inject({ method: "POST", url, payload: body, headers });
      return answer.statusCode;
    });
    const page = name === "Instagram" ? undefined : graph.addPage("Ada's Baking", "ada.bakes");
    const account = name === "Messenger" ? page!.page : (page?.linked ?? graph.addInstagram("ada.bakes"));
    const creator = await makeCreator(app);
    const me = app.as(creator);

    const cookie = await sessionCookieOf(app, creator);
    const away = await app.app.inject({ url: `/oauth/${path}`, headers: { cookie } });
    const back = await graph.answerAuthorize(new URL(String(away.headers["location"])), "agree");
    const cookies = [cookie, ...away.cookies.map(({ name, value }) => `${name}=${value}`)].join("; ");
    const done = await app.app.inject({ url: back.pathname + back.search, headers: { cookie: cookies } });

    const [connected] = (await me.call(listSocialAccounts)).body;
    if (!connected) throw new Error(`nothing was connected: ${done.body}`);
    const product = await makeProduct(app, { ownerId: creator.id, title: "Sourdough guide" });
    const response = await me.call(createKeywordResponse, {
      body: {
        socialAccountId: connected.id,
        keyword: "GUIDE",
        responseType: "PRODUCT_LINK",
        responseText: "Voilà, the guide 🥖",
        productId: product.id,
      },
    });
    expect(response.status).toBe(201);
    /** Everything that is on its way arrives and is worked off. */
    const settle = async () => {
      for (let round = 0; round < 3; round++) {
        await graph.webhooks.idle();
        await app.answerMessages();
      }
    };
    const sentTo = (personId: string) => graph.ledger.filter((message) => message.personId === personId);
    /** Newest first. */
    const outcomesOf = async (personId: string) => {
      const { rows } = await app.services.pool.query<{ ended: string }>(
        "select kind || ' ' || outcome as ended from social_events where person_id = $1 order by id desc",
        [personId],
      );
      return rows.map(({ ended }) => ended);
    };
    return { app, graph, account, creator, me, connected, settle, sentTo, outcomesOf, done };
  }

  test("connecting ends with an account that is confirmed and heard, and no token anywhere", async () => {
    const { app, graph, account, connected, done } = await started;
    expect(done.statusCode).toBe(200);
    expect(connected).toMatchObject({
      connection: "OAUTH",
      username: account.username,
      verified: true,
      problem: null,
    });
    expect(graph.state.accounts.get(account.id)?.subscribed).toContain("messages");
    const { rows } = await app.services.pool.query("select * from social_accounts");
    const kept = JSON.stringify(rows) + done.body;
    for (const token of graph.state.tokens.keys()) expect(kept).not.toContain(token);
  });

  test("a fan's word is answered once, however often it is told, and the answer's echo pauses nothing", async () => {
    const { graph, account, settle, sentTo, outcomesOf } = await started;
    graph.webhooks.chaos.duplicates = 1;
    const { personId } = graph.people.write(account.id, "fan1", "guide please 🙏");
    await settle();
    graph.webhooks.chaos.duplicates = 0;
    expect(sentTo(personId)).toMatchObject([
      {
        text: expect.stringMatching(/^Voilà, the guide 🥖\n/) as string,
        button: { title: "See the service", url: expect.stringMatching(/\/l\/\w{10}$/) as string },
        isPublic: false,
      },
    ]);
    graph.people.see(account.id, "fan1", "aWdf_any");
    graph.people.write(account.id, "fan1", "thanks!");
    await settle();
    expect(await outcomesOf(personId)).toEqual(["MESSAGE NO_MATCH", "ECHO OWN_MESSAGE", "MESSAGE SENT"]);
  });

  test("a person whose message carries no name is asked after once, and shown by their name", async () => {
    const { app, account, graph, me, settle } = await started;
    const { personId } = graph.people.write(account.id, "fan_of_names", "hello there");
    await settle();
    await namePeople(app.services);
    const { conversations } = (await me.call(listDmConversations, everything)).body;
    const [mine] = conversations.filter((one) =>
      [one.participantUsername, one.participantDisplayName].some((it) => it?.includes("fan_of_names")),
    );
    expect(mine).toMatchObject({ hasUnread: true });
    const asked = "select profile_asked_at as at from dm_conversations where participant_id = $1";
    const { rows } = await app.services.pool.query(asked, [personId]);
    app.clock.advance({ minutes: 1 });
    await namePeople(app.services);
    expect((await app.services.pool.query(asked, [personId])).rows).toEqual(rows);
  });

  test("a comment gets its one private answer, told twice or not", async () => {
    const { graph, account, settle, sentTo } = await started;
    graph.webhooks.hold();
    const { personId, commentId } = graph.people.comment(account.id, "fan2", "GUIDE!!");
    graph.webhooks.release({ times: 3, shuffle: true });
    await settle();
    expect(sentTo(personId)).toMatchObject([{ commentId, isPublic: false }]);
  });

  test("an answer that got lost on its way back is known by its echo and never sent again", async () => {
    const { graph, account, settle, sentTo, outcomesOf } = await started;
    graph.faults.next("answer_lost");
    const { personId } = graph.people.write(account.id, "fan3", "guide");
    await settle();
    expect(sentTo(personId)).toHaveLength(1);
    expect(await outcomesOf(personId)).toContain("MESSAGE SENT");
  });

  test("a failure that may have sent it is shown as such and never sent again", async () => {
    const { graph, account, settle, sentTo, outcomesOf } = await started;
    graph.faults.next("failed_before");
    const { personId } = graph.people.write(account.id, "fan4", "guide");
    await settle();
    expect(sentTo(personId)).toEqual([]);
    expect(await outcomesOf(personId)).toEqual(["MESSAGE SEND_UNKNOWN"]);
  });

  test("once the creator answers in the platform's own app, the program rests there", async () => {
    const { graph, account, me, settle, sentTo, outcomesOf } = await started;
    const { personId } = graph.people.write(account.id, "fan5", "hello?");
    await settle();
    graph.people.creatorWrites(account.id, "fan5", "Hi, this is Ada");
    await settle();
    graph.people.write(account.id, "fan5", "guide");
    await settle();
    expect(sentTo(personId)).toEqual([]);
    expect((await outcomesOf(personId))[0]).toBe("MESSAGE CREATOR_ANSWERS");
    const { conversations } = (await me.call(listDmConversations, everything)).body;
    const paused = conversations.find(({ pausedUntil }) => pausedUntil !== null)!;
    await me.call(updateDmConversation, { params: { id: paused.id }, body: { pausedUntil: null } });
    graph.people.write(account.id, "fan5", "guide");
    await settle();
    expect(sentTo(personId)).toHaveLength(1);
  });

  test("a conversation that another app controls is read and never answered, but for a wish to stop", async () => {
    const { graph, account, settle, sentTo, outcomesOf } = await started;
    const { personId } = graph.people.write(account.id, "fan_elsewhere", "guide", { standby: true });
    await settle();
    expect(sentTo(personId)).toEqual([]);
    expect(await outcomesOf(personId)).toEqual(["MESSAGE OTHER_APP"]);
    graph.people.write(account.id, "fan_elsewhere", "STOP", { standby: true });
    await settle();
    graph.people.write(account.id, "fan_elsewhere", "guide");
    await settle();
    expect(sentTo(personId)).toEqual([]);
    expect((await outcomesOf(personId))[0]).toBe("MESSAGE PERSON_OPTED_OUT");
  });

  test("what another app writes pauses nothing, is shown as its own and warned of at the account", async () => {
    const { graph, account, me, settle, sentTo, outcomesOf } = await started;
    const { personId } = graph.people.write(account.id, "fan_twice", "hello?");
    await settle();
    graph.people.creatorWrites(account.id, "fan_twice", "Hi from a chat tool", "424242");
    await settle();
    expect((await outcomesOf(personId))[0]).toBe("ECHO OTHER_APP");
    const { conversations } = (await me.call(listDmConversations, everything)).body;
    const mine = conversations.find(({ participantId }) => participantId === personId);
    expect(mine?.pausedUntil).toBeNull();
    const thread = await me.call(listDmMessages, { querystring: { conversationId: mine?.id ?? "" } });
    expect(thread.body.at(-1)).toMatchObject({ text: "Hi from a chat tool", isFromOtherApp: true });
    expect((await me.call(listSocialAccounts)).body[0]?.otherAppAt).not.toBeNull();
    graph.people.write(account.id, "fan_twice", "guide");
    await settle();
    expect(sentTo(personId)).toHaveLength(1);
  });

  test("an instant reply that nobody signs is known once it came back for three people", async () => {
    const { graph, account, settle, sentTo, outcomesOf } = await started;
    const instantReply = "Thanks for your message! We usually reply within a day.";
    const answered: string[] = [];
    for (const username of ["away1", "away2", "away3", "away4", "away5"]) {
      const { personId } = graph.people.write(account.id, username, "hello?");
      graph.people.creatorWrites(account.id, username, instantReply);
      await settle();
      graph.people.write(account.id, username, "guide");
      await settle();
      answered.push(
        `${sentTo(personId).length} ${(await outcomesOf(personId)).find((one) => one.startsWith("ECHO"))}`,
      );
    }
    // The own answer's echo comes last.
    expect(answered.map((one) => one[0])).toEqual(["0", "0", "0", "1", "1"]);
    // What is short is typed by hand, again and again.
    for (const username of ["hand1", "hand2", "hand3", "hand4"]) {
      const { personId } = graph.people.write(account.id, username, "hello?");
      graph.people.creatorWrites(account.id, username, "Thank you!");
      await settle();
      expect((await outcomesOf(personId))[0]).toBe("ECHO OWN_MESSAGE");
    }
  });

  test("what came during an outage is read from Meta, once, unless somebody has answered it", async () => {
    const { app, graph, account, settle, sentTo } = await started;
    const later = async (minutes: number) => {
      app.clock.advance({ minutes });
      graph.advance(minutes * 60_000);
      await catchUp(app.services);
      await settle();
    };
    await later(60);
    // Told as ever.
    const { personId: told } = graph.people.write(account.id, "told", "guide");
    await settle();
    // Nobody takes these.
    graph.webhooks.hold();
    const { personId: missed } = graph.people.write(account.id, "missed", "guide please");
    const { personId: answered } = graph.people.write(account.id, "answered", "guide");
    graph.people.creatorWrites(account.id, "answered", "Here, by hand");
    graph.webhooks.take();
    graph.webhooks.release();
    expect(sentTo(missed)).toEqual([]);
    await later(60);
    expect(sentTo(missed)).toHaveLength(1);
    await later(60);
    expect([told, missed, answered].map((id) => sentTo(id).length)).toEqual([1, 1, 0]);
  });

  test("the window is the platform's: what comes too late is told, not sent", async () => {
    const { graph, account, settle, sentTo, outcomesOf } = await started;
    graph.faults.next("window_closed");
    const { personId } = graph.people.write(account.id, "fan6", "guide");
    await settle();
    expect(sentTo(personId)).toEqual([]);
    expect((await outcomesOf(personId))[0]).toBe("MESSAGE SEND_FAILED");
  });

  test("an account of nobody here, and a signature of nobody, change nothing", async () => {
    const { app, graph, account, me, settle } = await started;
    const before = (await me.call(listSocialEvents, everything)).body.length;
    const other = path === "facebook" ? graph.addPage("Other").page : graph.addInstagram("other");
    graph.connect(other);
    graph.people.write(other.id, "fan7", "guide");
    await settle();
    const body = JSON.stringify({ object: "instagram", entry: [{ id: account.id, time: 1, messaging: [] }] });
    const forged = await app.app.inject({
      method: "POST",
      url: `/webhook/${path}`,
      payload: body,
      headers: graph.sign(body, "not the secret"),
    });
    expect(forged.statusCode).toBe(401);
    expect((await me.call(listSocialEvents, everything)).body).toHaveLength(before);
  });

  test("a dead token stops the account and says so; agreeing anew mends it", async () => {
    const { graph, account, me, settle, sentTo } = await started;
    graph.faults.next("token_invalid");
    const { personId } = graph.people.write(account.id, "fan8", "guide");
    await settle();
    expect(sentTo(personId)).toEqual([]);
    expect((await me.call(listSocialAccounts)).body[0]?.problem).toBe("RECONNECT");
  });

  test("the owner takes the access away at Meta: the tokens are erased and nothing more is heard", async () => {
    const { app, graph, account, creator, me } = await started;
    const secret = name === "Instagram" ? graph.app.instagramAppSecret : graph.app.metaAppSecret;
    const user = name === "Instagram" ? account.appScopedId : graph.state.userId;
    const answer = await app.app.inject({
      method: "POST",
      url: `/webhook/${path}/deauthorize`,
      payload: new URLSearchParams({
        signed_request: signedRequest(user, secret, app.clock.now()),
      }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.statusCode).toBe(200);
    const [connected] = (await me.call(listSocialAccounts)).body;
    expect(connected).toMatchObject({ verified: false, problem: "RECONNECT" });
    const { rows } = await app.services.pool.query<{ token: string | null }>(
      "select access_token as token from social_accounts",
    );
    expect(rows).toEqual([{ token: null }]);
    // Signed in anew: hours have passed.
    await app.as(creator).call(disconnectSocialAccount, { params: { id: connected!.id } });
    expect((await me.call(listSocialAccounts)).body).toEqual([]);
  });
});
