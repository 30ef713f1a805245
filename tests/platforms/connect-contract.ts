import { beforeAll, describe, expect, test } from "vitest";
import type {
  ConnectablePlatform,
  ConnectedAccount,
  PlatformError,
} from "#server/platforms/social-platform.ts";

/** A platform that real accounts are connected to, and what only its people and its own side can do. */
export type ConnectableUnderTest = {
  platform: ConnectablePlatform;
  /** Known to the provider. */
  redirectUri: string;
  /** The account of the person in `agree`; `pageId` where its messages go through a Page. */
  expected: { platformUserId: string; username: string; pageId: string | null };
  /** Opens the address as the creator, and agrees or cancels. Answers with where the browser is sent then. */
  answer(url: URL, answer: "agree" | "cancel"): Promise<URL>;
  isSubscribed(platformUserId: string): boolean;
  /** The owner takes the app's access away: its tokens are dead. */
  revoke(): void;
  advanceHours(hours: number): void;
  /** A person writes `text`: the webhook that the provider posts, and what it must be read as. */
  webhook(text: string): Promise<{
    body: Buffer;
    headers: Record<string, string>;
    accountId: string;
    personId: string;
  }>;
  /** Any body, signed as the provider signs. */
  sign(body: Buffer): Record<string, string>;
  /** A challenge of the provider with the answer it expects, and one that is not theirs (undefined: all are answered). */
  challenge: { query: Record<string, string>; body: string; wrong: Record<string, string> | undefined };
};

const verifier = "v".repeat(43);

/** What every provider of real accounts must do. Run it against each real adapter. */
export function describeConnecting(name: string, makeHarness: () => Promise<ConnectableUnderTest>): void {
  describe(`connecting to ${name}`, () => {
    let harness: ConnectableUnderTest;
    beforeAll(async () => {
      harness = await makeHarness();
    });

    const away = (redirectUri = harness.redirectUri) =>
      harness.platform.authorizeUrl({ state: "the-state", redirectUri, verifier });
    const agreed = async () => {
      const back = await harness.answer(away(), "agree");
      return back.searchParams.get("code") ?? "";
    };
    const finish = (code: string, redirectUri = harness.redirectUri) =>
      harness.platform.finishConnect({ code, redirectUri, verifier });
    const connect = async () => {
      const [proven] = await finish(await agreed());
      if (!proven) throw new Error("no account was connected");
      const { platform, platformUserId, pageId, tokens } = proven;
      const account: ConnectedAccount = { platform, platformUserId, pageId, accessToken: tokens.accessToken };
      return { proven, account };
    };
    const failure = (kind: PlatformError["kind"]) => expect.objectContaining({ kind });

    test("who agrees comes back with the state and a code, which gives their account once", async () => {
      const back = await harness.answer(away(), "agree");
      expect(back.href.startsWith(harness.redirectUri)).toBe(true);
      expect(back.searchParams.get("state")).toBe("the-state");
      // Instagram's hash stands behind the code for whoever splits addresses by hand.
      const code = `${back.searchParams.get("code") ?? ""}${back.hash}`;
      const proven = await finish(code);
      expect(proven).toMatchObject([
        { platform: harness.platform.name, ...harness.expected, tokens: { accessToken: expect.any(String) } },
      ]);
      expect(proven[0]?.appScopedId).toEqual(expect.any(String));
      await expect(finish(code)).rejects.toEqual(failure("DENIED"));
    });

    test("who cancels comes back with the refusal and no code", async () => {
      const back = await harness.answer(away(), "cancel");
      expect(back.searchParams.get("error")).toBe("access_denied");
      expect(back.searchParams.get("state")).toBe("the-state");
      expect(back.searchParams.has("code")).toBe(false);
    });

    test("a code that is made up, or was given to another address, gives nothing", async () => {
      await expect(finish("made-up-canary")).rejects.toEqual(failure("DENIED"));
      await expect(finish(await agreed(), `${harness.redirectUri}/elsewhere`)).rejects.toEqual(
        failure("DENIED"),
      );
    });

    test("a token says whose it is, and a wrong one is refused without being repeated", async () => {
      const { account } = await connect();
      expect(await harness.platform.confirmToken(account.accessToken)).toMatchObject({
        platform: harness.platform.name,
        ...harness.expected,
      });
      const error = await harness.platform
        .confirmToken("wrong-token-canary")
        .catch((error: unknown) => error);
      expect(error).toEqual(failure("TOKEN_INVALID"));
      expect(String(error)).not.toContain("canary");
    });

    test("refreshed tokens work, and last", async () => {
      const { proven } = await connect();
      harness.advanceHours(25);
      const before = proven.tokens.expiresAt;
      // X's access token is over by then; what renews it is not.
      const tokens = await harness.platform.refresh(proven.tokens);
      if (before) expect(tokens.expiresAt?.getTime()).toBeGreaterThan(before.getTime());
      expect(await harness.platform.confirmToken(tokens.accessToken)).toMatchObject(harness.expected);
    });

    test("events are subscribed to, as often as one likes, and no more after it was ended", async () => {
      const { account } = await connect();
      await harness.platform.subscribe(account);
      await harness.platform.subscribe(account);
      expect(harness.isSubscribed(account.platformUserId)).toBe(true);
      await harness.platform.unsubscribe(account);
      expect(harness.isSubscribed(account.platformUserId)).toBe(false);
    });

    test("a webhook is read by its raw bytes, whatever letters it holds", async () => {
      await harness.platform.subscribe((await connect()).account);
      const text = "GUIDE s'il vous plaît 🚀 ß ı مرحبا <b>/%";
      const { body, headers, accountId, personId } = await harness.webhook(text);
      const { events } = harness.platform.readWebhook(body, headers);
      expect(events).toMatchObject([
        { platform: harness.platform.name, kind: "MESSAGE", accountId, personId, text },
      ]);
      expect(harness.platform.readWebhook(body, headers).events).toEqual(events);
    });

    test("a webhook that was changed, or is not signed by the provider, is refused", async () => {
      const { body, headers } = await harness.webhook("GUIDE");
      const changed = Buffer.from(body);
      changed[changed.length - 2] = (changed[changed.length - 2] ?? 0) ^ 1;
      const read = (body: Buffer, headers: Record<string, string>) => () =>
        harness.platform.readWebhook(body, headers);
      expect(read(changed, headers)).toThrow(failure("BAD_SIGNATURE"));
      expect(read(body, {})).toThrow(failure("BAD_SIGNATURE"));
      const wrong = Object.fromEntries(Object.keys(headers).map((key) => [key, "sha256=00"]));
      expect(read(body, wrong)).toThrow(failure("BAD_SIGNATURE"));
      for (const odd of ["", "not json", "null", "[]", '"text"', "{}", '{"entry":7}']) {
        const bytes = Buffer.from(odd);
        const result = attempt(read(bytes, harness.sign(bytes)));
        if ("error" in result) expect(result.error).toEqual(failure("MALFORMED"));
        else expect(result.value.events).toEqual([]);
      }
    });

    test("the provider's challenge is answered, and nobody else's", () => {
      const { query, body, wrong } = harness.challenge;
      expect(harness.platform.answerChallenge(query)).toMatchObject({ body });
      expect(harness.platform.answerChallenge({})).toBeUndefined();
      if (wrong) expect(harness.platform.answerChallenge(wrong)).toBeUndefined();
    });

    test("once the owner took it away, every call says that the token is dead", async () => {
      const { proven, account } = await connect();
      harness.revoke();
      await expect(harness.platform.confirmToken(account.accessToken)).rejects.toEqual(
        failure("TOKEN_INVALID"),
      );
      await expect(harness.platform.refresh(proven.tokens)).rejects.toEqual(failure("TOKEN_INVALID"));
      await expect(harness.platform.subscribe(account)).rejects.toEqual(failure("TOKEN_INVALID"));
    });
  });
}

function attempt<Value>(run: () => Value): { value: Value } | { error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}
