import { afterFile } from "#tests/support/after-file.ts";
import { loadConfig } from "#server/config.ts";
import { type ConnectableUnderTest, describeConnecting } from "#tests/platforms/connect-contract.ts";
import { describePlatform, type PlatformUnderTest } from "#tests/platforms/platform-contract.ts";
import type { ConnectablePlatform } from "#server/platforms/social-platform.ts";
import { freePort } from "#tests/support/free-port.ts";
import type { FaultKind } from "#tests/support/graph-server/faults.ts";
import { startGraphServer } from "#tests/support/graph-server/start-graph-server.ts";
import { testClock } from "#tests/support/test-clock.ts";
import { openInstagram, openMessenger } from "./meta-platform.ts";

const redirectUri = "http://localhost:3000/oauth/instagram/callback";
type Way = "Instagram" | "Instagram by Facebook Login" | "Messenger";

/** The adapter as the configuration would open it, with a Meta of its own. */
async function metaHarness(way: Way) {
  const clock = testClock();
  const graph = await startGraphServer({
    now: () => clock.now(),
    redirectUris: [redirectUri],
    instagramLogin: way === "Instagram" ? "instagram" : "facebook",
  });
  afterFile(() => graph.close());
  const open = (more: NodeJS.ProcessEnv = {}): ConnectablePlatform => {
    const { instagram, facebook } = loadConfig({ ...graph.environment, ...more }).social;
    const platform =
      way === "Messenger"
        ? facebook && openMessenger(clock, facebook)
        : instagram && openInstagram(clock, instagram);
    if (!platform) throw new Error("the configuration opens no platform");
    return platform;
  };
  const page = way === "Instagram" ? undefined : graph.addPage("Ada's Baking", "ada.bakes");
  const account = way === "Messenger" ? page?.page : (page?.linked ?? graph.addInstagram("ada.bakes"));
  if (!account) throw new Error("there is no account");
  return { clock, graph, platform: open(), open, account };
}

const faults: Record<Parameters<NonNullable<PlatformUnderTest["failNext"]>>[0], FaultKind> = {
  ANSWER_LOST: "answer_lost",
  NOT_JSON: "not_json",
  SERVER_ERROR: "failed_before",
  RATE_LIMITED: "rate_limited",
  TOKEN_INVALID: "token_invalid",
};

async function sendingHarness(way: Way): Promise<PlatformUnderTest> {
  const { clock, graph, platform, open, account } = await metaHarness(way);
  return {
    platform,
    account: graph.connect(account),
    personWrites(username, text) {
      // So that no two looks into a thread come within the same second: Meta allows two.
      clock.advance({ seconds: 1 });
      return Promise.resolve(graph.people.write(account.id, username, text).personId);
    },
    personComments: (username, text) => Promise.resolve(graph.people.comment(account.id, username, text)),
    delivered: () =>
      Promise.resolve(
        graph.ledger.map(({ messageId, personId, text, button, isPublic }) => ({
          messageId,
          personId,
          text,
          button,
          isPublic,
        })),
      ),
    advanceHours: (hours) => clock.advance({ hours }),
    now: () => clock.now(),
    windowHours: 24,
    failNext: (fault) => graph.faults.next(faults[fault]),
    unreachable: open({ META_API_BASE: `http://127.0.0.1:${await freePort()}` }),
  };
}

async function connectingHarness(way: Way): Promise<ConnectableUnderTest> {
  const { clock, graph, platform, account } = await metaHarness(way);
  const { verifyToken, metaAppSecret, instagramAppSecret } = graph.app;
  graph.webhooks.hold();
  return {
    platform,
    redirectUri,
    expected: {
      platformUserId: account.id,
      username: account.username,
      pageId: way === "Instagram by Facebook Login" ? account.pageId : null,
    },
    answer: (url, answer) => graph.answerAuthorize(url, answer),
    isSubscribed: (id) => (graph.state.accounts.get(id)?.subscribed.size ?? 0) > 0,
    revoke: graph.revoke,
    advanceHours: (hours) => clock.advance({ hours }),
    webhook(text) {
      const { personId } = graph.people.write(account.id, "fan", text);
      const [webhook] = graph.webhooks.take();
      if (!webhook) throw new Error("no webhook was sent");
      return Promise.resolve({ ...webhook, accountId: account.id, personId });
    },
    sign: (body) => graph.sign(body, way === "Instagram" ? instagramAppSecret : metaAppSecret),
    challenge: {
      query: { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": verifyToken },
      body: "1158201444",
      wrong: { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": "wrong" },
    },
  };
}

for (const way of ["Instagram", "Instagram by Facebook Login", "Messenger"] as const) {
  describePlatform(way, () => sendingHarness(way));
  describeConnecting(way, () => connectingHarness(way));
}
