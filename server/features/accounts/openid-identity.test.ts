import { afterAll, expect, test } from "vitest";
import { makeCreator } from "#tests/support/factories.ts";
import { startOpenIdStub } from "#tests/support/openid-stub.ts";
import { testApp } from "#tests/support/test-app.ts";

const provider = await startOpenIdStub("openstall", {});
afterAll(() => provider.close());
const app = await testApp({
  OIDC_ISSUER_URL: provider.issuer,
  OIDC_CLIENT_ID: "openstall",
  OIDC_CLIENT_SECRET: "secret",
});

/** Where a sign-in ends, with what the provider says in its two answers. */
async function signIn(idToken: object, userinfo: object): Promise<string> {
  Object.assign(provider, { idToken, userinfo });
  const left = await app.app.inject({ url: "/api/login" });
  const { searchParams } = new URL(String(left.headers.location));
  provider.nonce = searchParams.get("nonce") ?? "";
  const cookies = Object.fromEntries(left.cookies.map(({ name, value }) => [name, value]));
  const state = searchParams.get("state") ?? "";
  const came = await app.app.inject({ url: `/api/login/callback?code=any&state=${state}`, cookies });
  return String(came.headers.location);
}

test("an address and its proof come from one answer of the provider", async () => {
  const { email } = await makeCreator(app);
  const asVictim = { email, email_verified: false };
  expect(await signIn({ sub: "s1", email_verified: true }, asVictim)).toContain("error=unverified");
  expect(await signIn({ sub: "s1", ...asVictim }, { email, email_verified: true })).toContain(
    "error=unverified",
  );
  expect(await signIn({ sub: "s1", email_verified: false }, { email, email_verified: true })).toBe("/");
});

test("a userinfo answer about somebody else signs nobody in", async () => {
  const { email } = await makeCreator(app);
  expect(await signIn({ sub: "s2" }, { sub: "s3", email, email_verified: true })).toContain("error=provider");
});

test("two tabs that leave for the provider can both come back", async () => {
  Object.assign(provider, { idToken: { sub: "s4" }, userinfo: { sub: "s4", email: "tabs@example.com" } });
  const browser: Record<string, string> = {};
  const leave = async () => {
    const left = await app.app.inject({ url: "/api/login", cookies: browser });
    for (const { name, value } of left.cookies) browser[name] = value;
    return new URL(String(left.headers.location)).searchParams;
  };
  const tabs = [await leave(), await leave()];
  for (const tab of tabs) {
    provider.nonce = tab.get("nonce") ?? "";
    const url = `/api/login/callback?code=any&state=${tab.get("state") ?? ""}`;
    const { headers } = await app.app.inject({ url, cookies: browser });
    expect(headers.location).not.toContain("error=");
  }
});
