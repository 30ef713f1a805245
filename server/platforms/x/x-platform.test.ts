import { describeConnecting } from "#tests/platforms/connect-contract.ts";
import { describePlatform } from "#tests/platforms/platform-contract.ts";
import { answerConsent } from "#tests/support/x-server/consent.ts";
import { openLocalX, redirectUri } from "#tests/support/x-server/connected-x.ts";
import type { FaultKind } from "#tests/support/x-server/faults.ts";

const faults = {
  ANSWER_LOST: "answer_lost",
  NOT_JSON: "not_json",
  SERVER_ERROR: "unavailable",
  RATE_LIMITED: "rate_limited",
  TOKEN_INVALID: "unauthorized",
} as const satisfies Record<string, FaultKind>;

describePlatform("X", async () => {
  const { x, clock, platform, unreachable, creator, connect } = await openLocalX();
  const { account } = await connect();
  const ids = new Map<string, string>();
  return {
    platform,
    unreachable,
    account,
    async personWrites(username, text) {
      // X allows fifteen messages in fifteen minutes. The token lives for two hours.
      clock.advance({ minutes: 2 });
      for (const grant of x.state.accessTokens.values())
        grant.endsAt = new Date(clock.now().getTime() + 60_000);
      const id = ids.get(username) ?? x.addPerson(username).id;
      ids.set(username, id);
      x.personWrites(id, creator.id, text);
      return id;
    },
    delivered: async () =>
      x.ledger().map(({ id, toId, text }) => ({
        messageId: id,
        personId: toId,
        text,
        button: null,
        isPublic: false,
      })),
    advanceHours: (hours) => clock.advance({ hours }),
    now: clock.now,
    windowHours: null,
    failNext: (fault) => x.faults.next(faults[fault], /messages$/),
  };
});

describeConnecting("X", async () => {
  const { x, clock, receiver, platform, creator } = await openLocalX();
  const fan = x.addPerson("fan_of_x");
  return {
    platform,
    redirectUri,
    expected: { platformUserId: creator.id, username: "maker", pageId: null },
    answer: (url, answer) => answerConsent(url, creator.id, answer === "agree" ? "allow" : "cancel"),
    isSubscribed: (userId) =>
      [...x.state.subscriptions.values()].some(
        ({ eventType, filter }) => eventType === "dm.received" && filter.user_id === userId,
      ),
    revoke: () => x.revoke(creator.id),
    advanceHours: (hours) => clock.advance({ hours }),
    async webhook(text) {
      x.personWrites(fan.id, creator.id, text);
      await x.events.settled();
      const last = receiver.received.at(-1);
      if (!last) throw new Error("X posted no webhook");
      return { ...last, accountId: creator.id, personId: fan.id };
    },
    sign: x.sign,
    challenge: {
      query: { crc_token: "challenge_string" },
      body: JSON.stringify({ response_token: x.sign("challenge_string")["x-twitter-webhooks-signature"] }),
      wrong: { crc_token: "" },
    },
  };
});
