import { expect, test } from "vitest";
import { isExport } from "#contract/is-export.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { testApp } from "#tests/support/test-app.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";

const app = await testApp({ OPERATORS: "operator@example.com" });
const endpoints = await declaredEndpoints();
const sensitive = endpoints.filter(({ config }) => config.recentSignIn === "required");
const exports = endpoints.filter(({ method, url }) => isExport(method, url));

test("these calls, and every export of a creator's, ask for a sign-in of the last 15 minutes", () => {
  const names = sensitive.filter((endpoint) => !exports.includes(endpoint)).map(nameOf);
  expect(names.toSorted()).toEqual([
    "DELETE /api/auth/passkeys/:id",
    "DELETE /api/auth/sign-in-reset",
    "DELETE /api/my-courses/:productId/modules/:moduleId",
    "DELETE /api/operator/creators/:id/sign-in-reset",
    "DELETE /api/operator/creators/:id/suspension",
    "DELETE /api/social-accounts/:id",
    "DELETE /api/team/members/:id",
    "PATCH /api/affiliates/:id",
    "PATCH /api/team/members/:id",
    "POST /api/account/deletion",
    "POST /api/account/exports",
    "POST /api/account/exports/:id/link",
    "POST /api/affiliate-payouts",
    "POST /api/affiliate-payouts/:id/mark-paid",
    "POST /api/auth/email",
    "POST /api/auth/email/request-code",
    "POST /api/auth/emailed-codes/off",
    "POST /api/auth/emailed-codes/on",
    "POST /api/auth/passkeys",
    "POST /api/auth/passkeys/creation-options",
    "POST /api/auth/recovery-codes",
    "POST /api/mailings/:id/schedule",
    "POST /api/operator/creators/:id/sign-in-reset",
    "POST /api/operator/creators/:id/suspension",
    "POST /api/operator/payments/:id/resolve",
    "POST /api/operator/reports/:id/close",
    "POST /api/operator/sender-names/:id",
    "POST /api/operator/stuck",
    "POST /api/payouts/dashboard",
    "POST /api/payouts/onboarding",
    "POST /api/quarantined-payments/:id",
    "POST /api/social-accounts",
    "POST /api/team/invitations",
  ]);
  const open = exports.filter(
    ({ config }) => config.access === "creator" && config.recentSignIn !== "required",
  );
  expect(open.map(nameOf)).toEqual([]);
  expect(
    sensitive.filter(({ config }) => config.access !== "creator" && config.access !== "operator"),
  ).toEqual([]);
  // Whatever an operator does; looking is open to an older sign-in.
  const acts = endpoints.filter(({ config, method }) => config.access === "operator" && method !== "GET");
  expect(acts.filter(({ config }) => config.recentSignIn !== "required").map(nameOf)).toEqual([]);
});

test("these calls ask for it on a condition, which the tests of conditions below try", () => {
  const conditional = endpoints.filter(({ config }) => config.recentSignIn?.startsWith("required when "));
  expect(conditional.map(nameOf).toSorted()).toEqual([
    "PATCH /api/auth/user",
    "POST /api/affiliate-links",
    "POST /api/orders/:id/refunds",
    "POST /api/refund-requests/:id",
  ]);
});

test("a route that changes something for somebody signed in can't be added without saying", async () => {
  const config = { access: "creator", roles: [] } as const;
  const add = (more: object) =>
    testApp(
      {},
      { prepare: async (http) => void http.post("/api/new", { config: { ...config, ...more } }, () => ({})) },
    );
  await expect(add({})).rejects.toThrow("doesn't say whether it needs a recent sign-in");
  await expect(add({ recentSignIn: notNeeded.editing })).resolves.toBeDefined();
});

const creator = await makeCreator(app, { email: "operator@example.com" });
const browser = await signedInBrowser(app, creator);
app.clock.advance({ minutes: 15, seconds: 1 });

test.each(sensitive.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s is refused to a sign-in that is older, before anything else is looked at",
  async (_name, endpoint) => {
    const { status, text } = await browser.call(endpoint);
    expect([status, JSON.parse(text)]).toMatchObject([403, { code: "RECENT_SIGN_IN_REQUIRED" }]);
  },
);

test.each(["instagram", "facebook", "twitter"])(
  "leaving for %s, which comes back with a token, is refused, too",
  async (platform) => {
    const answer = await app.app.inject({ url: `/oauth/${platform}`, cookies: browser.cookies });
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: "RECENT_SIGN_IN_REQUIRED" }]);
  },
);
