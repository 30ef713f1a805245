import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { XApp } from "#server/platforms/social-apps.ts";
import { openXPlatform } from "./x-platform.ts";
import { openLocalX, redirectUri, verifier } from "#tests/support/x-server/connected-x.ts";
import { answerConsent } from "#tests/support/x-server/consent.ts";

const { x, clock, platform, creator, connect } = await openLocalX();
const config = { publicUrl: new URL("https://store.example.com") };
const app: XApp = { ...x.app, apiBase: new URL(x.url) };
const away = { state: "s", redirectUri, verifier };
const codeOf = async (address = platform.authorizeUrl(away)) => {
  const back = await answerConsent(address, creator.id, "allow");
  return back.searchParams.get("code") ?? "";
};
const failure = (kind: string) => expect.objectContaining({ kind });

describe("connecting", () => {
  test("without an X of our own the page is X's", () => {
    const real = openXPlatform({ config, clock }, { ...app, apiBase: undefined });
    const url = real.authorizeUrl(away);
    expect(url.origin + url.pathname).toBe("https://x.com/i/oauth2/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: "tweet.read users.read dm.read dm.write offline.access",
      state: "s",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
  });

  test("a code is over after thirty seconds", async () => {
    const code = await codeOf();
    clock.advance({ seconds: 31 });
    await expect(platform.finishConnect({ code, redirectUri, verifier })).rejects.toEqual(failure("DENIED"));
  });

  test("a code is for whoever has the verifier", async () => {
    const back = { code: await codeOf(), redirectUri, verifier: "w".repeat(43) };
    await expect(platform.finishConnect(back)).rejects.toEqual(failure("DENIED"));
  });

  test("the account comes with its names, its picture and tokens of two hours", async () => {
    const { proven } = await connect();
    expect(proven).toMatchObject({
      platformUserId: creator.id,
      appScopedId: creator.id,
      username: "maker",
      displayName: "The Maker",
      profileImageUrl: expect.stringContaining("https://"),
      tokens: { refreshToken: expect.stringContaining("xrt_") },
    });
    const { issuedAt, expiresAt } = proven.tokens;
    expect((expiresAt?.getTime() ?? 0) - issuedAt.getTime()).toBe(7_200_000);
  });

  test("who agrees to less than is needed is told what is missing", async () => {
    const address = platform.authorizeUrl(away);
    address.searchParams.set("scope", "tweet.read users.read offline.access");
    const back = { code: await codeOf(address), redirectUri, verifier };
    await expect(platform.finishConnect(back)).rejects.toThrow("X did not give us dm.read, dm.write");
  });

  test("a client that X does not know is nothing that the account could mend", async () => {
    const { proven } = await connect();
    const wrong = openXPlatform({ config, clock }, { ...app, clientSecret: "wrong-canary" });
    const back = { code: await codeOf(), redirectUri, verifier };
    for (const call of [wrong.finishConnect(back), wrong.refresh(proven.tokens)]) {
      const error: unknown = await call.catch((error: unknown) => error);
      expect(error).toEqual(failure("DENIED"));
      expect(String(error)).not.toContain("canary");
    }
    // The refresh token is not used up by that.
    await platform.refresh(proven.tokens);
  });
});

describe("renewing", () => {
  test("every refresh token works once", async () => {
    const { proven } = await connect();
    clock.advance({ hours: 3 });
    await expect(platform.confirmToken(proven.tokens.accessToken)).rejects.toEqual(failure("TOKEN_INVALID"));
    const second = await platform.refresh(proven.tokens);
    expect(second.refreshToken).not.toBe(proven.tokens.refreshToken);
    await expect(platform.refresh(proven.tokens)).rejects.toEqual(failure("TOKEN_INVALID"));
    const third = await platform.refresh(second);
    await platform.confirmToken(third.accessToken);
  });

  test("a token typed by hand cannot be renewed", async () => {
    const { account } = await connect();
    const { tokens } = await platform.confirmToken(account.accessToken);
    expect(tokens.refreshToken).toBeNull();
    expect(tokens.expiresAt?.getTime()).toBe(tokens.issuedAt.getTime() + 7_200_000);
    await expect(platform.refresh(tokens)).rejects.toEqual(failure("TOKEN_INVALID"));
  });
});

test("a provider that has trouble, or no credits, says nothing about a token", async () => {
  const { account } = await connect();
  for (const [fault, kind] of [
    ["unavailable", "NOT_REACHED"],
    ["rate_limited", "NOT_REACHED"],
    ["answer_lost", "NOT_REACHED"],
    ["not_json", "MALFORMED"],
    ["unauthorized", "TOKEN_INVALID"],
  ] as const) {
    x.faults.next(fault, /users\/me$/);
    await expect(platform.confirmToken(account.accessToken)).rejects.toEqual(failure(kind));
  }
  x.state.credits.left = 0;
  await expect(platform.confirmToken(account.accessToken)).rejects.toThrow("credits");
  x.state.credits.left = 1_000_000;
});
