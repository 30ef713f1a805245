import { expect, test } from "vitest";
import {
  getCreator,
  getCurrentUser,
  login,
  requestSignInCode,
  verifySignInCode,
} from "#contract/accounts/accounts.ts";
import { getInvitation, openOwnStore } from "#contract/accounts/invited.ts";
import { createAffiliateLink } from "#contract/affiliates/affiliates.ts";
import { createProduct } from "#contract/catalog/catalog.ts";
import { createCoupon } from "#contract/coupons/coupons.ts";
import { listMailbox } from "#contract/dev/mailbox.ts";
import { acceptInvitation, listOwnTeams } from "#contract/team/own-teams.ts";
import { inviteColleague, withdrawInvitation } from "#contract/team/team.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

let addresses = 0;
const newAddress = () => `invited.${++addresses}@example.com`;

async function newestMail(to: string) {
  await app.runJobs();
  const [mail] = (await app.call(listMailbox, { querystring: { to } })).body;
  return mail?.text ?? "";
}

/** The path of the link in an invitation's mail, and its token. */
async function linkTo(email: string) {
  const link = new URL(/https?:\/\/\S+\/sign-in\S+/.exec(await newestMail(email))?.[0] ?? "");
  return { returnTo: link.searchParams.get("returnTo"), token: link.searchParams.get("invitation") ?? "" };
}

const noticeOf = async (token: string) =>
  (await app.call(getInvitation, { querystring: { token } })).body.invitation;

/** Signs in as somebody does who has never been here. */
async function signIn(email: string) {
  const browser = app.browser();
  await browser.call(requestSignInCode, { body: { email } });
  const code = /\b\d{6}\b/.exec(await newestMail(email))?.[0] ?? "";
  const { status } = await browser.call(verifySignInCode, { body: { email, code } });
  expect(status).toBe(200);
  const goesTo = async (returnTo: string) =>
    (await browser.call(login, { querystring: { returnTo } })).headers.location;
  return { browser, goesTo };
}

const invite = async (owner: { id: string }, email: string) =>
  (await app.as(owner).call(inviteColleague, { body: { email, role: "SUPPORT" } })).body;

const makeAffiliate = (owner: { id: string }, email: string) =>
  app.as(owner).call(createAffiliateLink, {
    body: { code: `CODE-${++addresses}`, affiliateEmail: email, commissionRate: 0.2 },
  });

test("the link of a team's invitation tells who invites until it is taken, withdrawn or over", async () => {
  const owner = await makeCreator(app, { firstName: "Nora", lastName: "Field" });
  const notice = { kind: "TEAM", name: "Nora Field" };
  const email = newAddress();
  const invitation = await invite(owner, email);
  const { returnTo, token } = await linkTo(email);
  expect(returnTo).toBe("/team-invitation");
  expect(token).not.toContain(invitation.id);
  expect(await noticeOf(token)).toEqual(notice);

  const { browser } = await signIn(email);
  expect((await browser.call(acceptInvitation, { params: { id: invitation.id } })).status).toBe(200);
  expect(await noticeOf(token)).toBeNull();

  const other = newAddress();
  const { id } = await invite(owner, other);
  const withdrawn = await linkTo(other);
  expect(await noticeOf(withdrawn.token)).toEqual(notice);
  expect((await app.as(owner).call(withdrawInvitation, { params: { id } })).status).toBe(200);
  expect(await noticeOf(withdrawn.token)).toBeNull();

  const late = newAddress();
  await invite(owner, late);
  const expired = await linkTo(late);
  app.clock.advance({ days: 8 });
  expect(await noticeOf(expired.token)).toBeNull();
  for (const wrong of ["", "x", "é", `${expired.token}x`, "a".repeat(400)])
    expect(await noticeOf(wrong), wrong).toBeNull();
});

test("an invited colleague gets no store and no trial, and begins in the store they work for", async () => {
  const owner = await makeCreator(app);
  const email = newAddress();
  const { id } = await invite(owner, email);
  const { browser, goesTo } = await signIn(email);
  expect(await goesTo("/team-invitation")).toBe("/team-invitation");
  expect(await goesTo("/")).toBe("/");
  const { body: me } = await browser.call(getCurrentUser);
  expect(me).toMatchObject({ role: "OWNER", hasStore: false, hasTeams: true, plan: null, trialDaysLeft: 0 });
  expect((await app.call(getCreator, { params: { handle: me.handle } })).status).toBe(404);

  await browser.call(acceptInvitation, { params: { id } });
  app.clock.advance({ minutes: 2 });
  const again = await signIn(email);
  expect((await again.browser.call(getCurrentUser)).body).toMatchObject({
    id: owner.id,
    role: "SUPPORT",
    hasStore: true,
  });
});

test("an affiliate gets no store, and can open one later with its whole trial", async () => {
  const owner = await makeCreator(app, { firstName: "Nora", lastName: "Field" });
  const email = newAddress();
  await makeAffiliate(owner, email);
  const { returnTo, token } = await linkTo(email);
  expect(returnTo).toBe("/affiliate");
  expect(await noticeOf(token)).toEqual({ kind: "AFFILIATE", name: "Nora Field" });
  const { browser, goesTo } = await signIn(email);
  expect(await goesTo("/affiliate")).toBe("/affiliate");
  expect((await browser.call(getCurrentUser)).body).toMatchObject({
    hasStore: false,
    isAffiliate: true,
    trialDaysLeft: 0,
  });

  const { handle } = (await browser.call(getCurrentUser)).body;
  expect((await app.call(getCreator, { params: { handle } })).status).toBe(404);

  app.clock.advance({ days: 30 });
  const later = await signIn(email);
  expect((await later.browser.call(openOwnStore)).status).toBe(200);
  const opened = { hasStore: true, plan: "STARTER", trialDaysLeft: 14 };
  expect((await later.browser.call(getCurrentUser)).body).toMatchObject(opened);
  expect((await app.call(getCreator, { params: { handle } })).status).toBe(200);
  // A second press gives no second trial.
  app.clock.advance({ days: 1 });
  await later.browser.call(openOwnStore);
  expect((await later.browser.call(getCurrentUser)).body).toMatchObject({ trialDaysLeft: 13 });
  expect(await later.goesTo("/")).toBe("/welcome");
});

test("somebody on a team who opens their own store acts for it", async () => {
  const owner = await makeCreator(app);
  const email = newAddress();
  const { id } = await invite(owner, email);
  const { browser } = await signIn(email);
  await browser.call(acceptInvitation, { params: { id } });
  await browser.call(openOwnStore);
  const { body: me } = await browser.call(getCurrentUser);
  expect(me).toMatchObject({ role: "OWNER", hasStore: true, email });
  expect((await browser.call(listOwnTeams)).body.stores).toHaveLength(1);
});

test("a new creator whom nobody invited sets up their store first, except on an invitation's page", async () => {
  const { browser, goesTo } = await signIn(newAddress());
  expect(await goesTo("/")).toBe("/welcome");
  expect(await goesTo("/team-invitation")).toBe("/team-invitation");
  expect((await browser.call(getCurrentUser)).body).toMatchObject({ hasStore: true, trialDaysLeft: 14 });
});

test("changes nothing of a store for somebody who has none, until they open it", async () => {
  const owner = await makeCreator(app);
  const email = newAddress();
  const { id } = await invite(owner, email);
  const { browser } = await signIn(email);
  const product = { title: "Mine", slug: "mine", type: "DOWNLOAD", priceCents: 1_000 } as const;
  const coupon = { code: "NOSTORE", discountType: "PERCENTAGE", discountValue: 10 } as const;
  const sells = async () => [
    (await browser.call(createProduct, { body: product })).body,
    (await browser.call(createCoupon, { body: coupon })).body,
  ];
  expect(await sells()).toMatchObject([{ code: "NO_STORE" }, { code: "NO_STORE" }]);
  // Neither does a team that they invited.
  const me = (await browser.call(getCurrentUser)).body;
  const { browser: colleague } = await colleagueBrowser(app, me, "ADMIN");
  expect((await colleague.call(createCoupon, { body: coupon })).body).toMatchObject({ code: "NO_STORE" });
  // What is about themselves is theirs all the same.
  expect((await browser.call(acceptInvitation, { params: { id } })).status).toBe(200);
  await browser.call(openOwnStore);
  expect((await sells()).map((answer) => "code" in answer && answer.code === "NO_STORE")).toEqual([
    false,
    false,
  ]);
});
