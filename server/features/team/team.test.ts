import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { getCurrentUser, listSessions, setPostalAddress } from "#contract/accounts/accounts.ts";
import { listPasskeys } from "#contract/accounts/passkeys.ts";
import { getRecentSignIn } from "#contract/accounts/recent-sign-in.ts";
import { getAnalyticsSummary } from "#contract/analytics/analytics.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { exportOrders } from "#contract/orders/order-exports.ts";
import { addOrderNote, getOrder, listOrders, refundOrder } from "#contract/orders/orders-admin.ts";
import {
  acceptInvitation,
  chooseStore,
  declineInvitation,
  leaveTeam,
  listOwnTeams,
} from "#contract/team/own-teams.ts";
import {
  changeRole,
  inviteColleague,
  listTeam,
  mostColleagues,
  removeColleague,
  resendInvitation,
  withdrawInvitation,
} from "#contract/team/team.ts";
import { storeHeader } from "#contract/team/refusals.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { colleagueBrowser, makeColleague, makeInvitation } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const someone = () => `sam-${randomUUID().slice(0, 8)}@example.com`;

async function mailsTo(email: string) {
  await app.runJobs();
  const url = `/api/dev/mailbox?to=${encodeURIComponent(email)}`;
  return (await app.app.inject(url)).json<{ subject: string; text: string }[]>();
}

describe("an invitation", () => {
  test("reaches its address by mail, and lets in whoever has the account of that address, and nobody else", async () => {
    const owner = await makeCreator(app, { firstName: "Mina", lastName: "Okafor" });
    const email = someone();
    const invited = await app.as(owner).call(inviteColleague, { body: { email, role: "SUPPORT" } });
    expect(invited.status, invited.text).toBe(201);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe("Mina Okafor invites you to their team");
    expect(mail?.text).toContain("/sign-in?returnTo=%2Fteam-invitation&invitation=");
    expect(mail?.text).not.toContain(invited.body.id);

    const other = await signedInBrowser(app, await makeCreator(app));
    const params = { id: invited.body.id };
    expect((await other.call(listOwnTeams)).body.invitations).toEqual([]);
    expect((await other.call(acceptInvitation, { params })).status).toBe(404);
    expect((await other.call(declineInvitation, { params })).status).toBe(404);

    const sam = await makeCreator(app, { email: email.toUpperCase(), firstName: "Sam", lastName: "Reed" });
    const browser = await signedInBrowser(app, sam);
    expect((await browser.call(getCurrentUser)).body).toMatchObject({ role: "OWNER", hasTeams: true });
    expect((await browser.call(listOwnTeams)).body.invitations).toMatchObject([
      { id: invited.body.id, role: "SUPPORT" },
    ]);
    expect((await browser.call(acceptInvitation, { params })).body).toEqual({ storeId: owner.id });
    expect((await browser.call(acceptInvitation, { params })).status).toBe(404);
    expect((await browser.call(getCurrentUser)).body).toMatchObject({
      id: owner.id,
      handle: owner.handle,
      role: "SUPPORT",
      personId: sam.id,
      email: sam.email,
      plan: null,
    });
    expect((await app.as(owner).call(listTeam)).body).toMatchObject({
      members: [{ id: sam.id, name: "Sam Reed", role: "SUPPORT" }],
      invitations: [],
    });
    expect((await mailsTo(sam.email)).map(({ subject }) => subject)).toContain(
      "You have joined the team of Mina Okafor",
    );
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toContain(
      "Somebody has joined your team",
    );
  });

  test("is over after seven days, until it is mailed again, once a day", async () => {
    const owner = await makeCreator(app);
    const sam = await makeCreator(app);
    const invitation = await makeInvitation(app, owner, { email: sam.email });
    const params = { id: invitation.id };
    await pool.query("update team_invitations set expires_at = $2 where id = $1", [
      invitation.id,
      app.clock.now(),
    ]);
    expect((await app.as(sam).call(acceptInvitation, { params })).status).toBe(404);
    expect((await app.as(owner).call(listTeam)).body.invitations).toMatchObject([{ isExpired: true }]);
    const again = await app.as(owner).call(resendInvitation, { params });
    expect([again.status, again.body.isExpired]).toEqual([200, false]);
    expect((await app.as(owner).call(resendInvitation, { params })).body).toMatchObject({
      code: "ALREADY_SENT",
    });
    expect(await mailsTo(sam.email)).toHaveLength(1);
    expect((await app.as(sam).call(acceptInvitation, { params })).status).toBe(200);
  });

  test("that is taken back, or declined, lets nobody in", async () => {
    const owner = await makeCreator(app);
    const sam = await makeCreator(app);
    for (const end of ["withdraw", "decline"] as const) {
      const { id } = await makeInvitation(app, owner, { email: sam.email });
      const params = { id };
      const ended =
        end === "withdraw"
          ? await app.as(owner).call(withdrawInvitation, { params })
          : await app.as(sam).call(declineInvitation, { params });
      expect(ended.status).toBe(200);
      expect((await app.as(sam).call(acceptInvitation, { params })).status).toBe(404);
    }
  });

  test("is refused for one's own address, for who is on the team, and for who is invited, each with its field", async () => {
    const owner = await makeCreator(app);
    const sam = await makeColleague(app, owner, "EDITOR");
    const waiting = await makeInvitation(app, owner, { email: someone() });
    for (const email of [owner.email, sam.email.toUpperCase(), waiting.email]) {
      const { status, body } = await app.as(owner).call(inviteColleague, { body: { email, role: "ADMIN" } });
      expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([422, ["email"]]);
    }
  });

  test("of many at once is given to as many as a team holds", async () => {
    const owner = await makeCreator(app);
    for (let made = 0; made < mostColleagues - 2; made++)
      await makeInvitation(app, owner, { email: someone() });
    const caller = app.as(owner);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        caller.call(inviteColleague, { body: { email: someone(), role: "SUPPORT" } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
  });
});

test("a full team stays full while some of it accept and others are invited, all at once", async () => {
  const owner = await makeCreator(app);
  const full = async () =>
    (await app.as(owner).call(listTeam)).body.members.length +
    (await app.as(owner).call(listTeam)).body.invitations.length;
  const invited = await Promise.all(
    Array.from({ length: mostColleagues }, async () => {
      const person = await makeCreator(app);
      return { person, invitation: await makeInvitation(app, owner, { email: person.email }) };
    }),
  );
  const caller = app.as(owner);
  const answers = await Promise.all(
    invited.flatMap(({ person, invitation: { id } }) => [
      app.as(person).call(acceptInvitation, { params: { id } }),
      caller.call(inviteColleague, { body: { email: someone(), role: "SUPPORT" } }),
    ]),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostColleagues);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(mostColleagues);
  expect(await full()).toBe(mostColleagues);
});

describe("somebody on a team", () => {
  test("is let into what their role has, is told who may do the rest, and moves no money", async () => {
    const owner = await makeCreator(app);
    const product = await makeProduct(app, { ownerId: owner.id });
    const order = await makeOrder(app, { items: [{ product }] });
    const { browser } = await colleagueBrowser(app, owner, "SUPPORT");
    expect((await browser.call(getOrder, { params: { id: order.id } })).status).toBe(200);
    const refused = await browser.call(refundOrder, {
      params: { id: order.id },
      body: { idempotencyKey: randomUUID() },
    });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        code: "ROLE",
        message: "Only the store's owner and admins may do this. You are on its team as support.",
      },
    ]);
    expect((await browser.call(getAnalyticsSummary, { querystring: {} })).status).toBe(403);
  });

  test("whose role is changed, or who is removed, can do no more from the very next call on", async () => {
    const owner = await makeCreator(app);
    const { person, browser } = await colleagueBrowser(app, owner, "SUPPORT");
    const params = { id: person.id };
    expect((await browser.call(listOrders, { querystring: {} })).status).toBe(200);
    expect((await app.as(owner).call(changeRole, { params, body: { role: "EDITOR" } })).body.role).toBe(
      "EDITOR",
    );
    expect((await browser.call(listOrders, { querystring: {} })).status).toBe(403);
    expect((await browser.call(listMyProducts)).status).toBe(200);
    expect((await app.as(owner).call(removeColleague, { params })).status).toBe(200);
    expect((await browser.call(getCurrentUser)).body).toMatchObject({ id: person.id, role: "OWNER" });
    // Invited again, they act for the store when they choose it, and not before.
    const { id } = await makeInvitation(app, owner, { email: person.email });
    await app.as(person).call(acceptInvitation, { params: { id } });
    expect((await browser.call(getCurrentUser)).body.id).toBe(person.id);
    const subjects = (await mailsTo(owner.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining([
        "Somebody's role on your team was changed",
        "Somebody is not on your team any more",
      ]),
    );
  });

  test("can leave by themselves, and acts for no store whose team they are not on", async () => {
    const owner = await makeCreator(app);
    const { browser, person } = await colleagueBrowser(app, owner, "ADMIN");
    expect((await browser.call(leaveTeam, { params: { id: owner.id } })).status).toBe(200);
    expect((await browser.call(leaveTeam, { params: { id: owner.id } })).status).toBe(404);
    expect((await browser.call(chooseStore, { body: { storeId: owner.id } })).status).toBe(422);
    expect((await browser.call(getCurrentUser)).body.id).toBe(person.id);
  });

  test("does nothing for one store with a page of another: it is told that they switched", async () => {
    const owner = await makeCreator(app);
    const { browser, person } = await colleagueBrowser(app, owner, "ADMIN");
    const page = (storeId: string) => ({ headers: { [storeHeader]: storeId } });
    const body = { postalAddress: "1 Market St" };
    expect((await browser.call(setPostalAddress, { body }, page(owner.id))).status).toBe(200);
    const stale = await browser.call(setPostalAddress, { body }, page(person.id));
    expect([stale.status, stale.body]).toMatchObject([409, { code: "STORE_CHANGED" }]);
    // What is about the person is theirs on every page.
    expect((await browser.call(listSessions, undefined, page(person.id))).status).toBe(200);
  });

  test("proves who they are by their own account, and sees and changes their own sign-in alone", async () => {
    const owner = await makeCreator(app);
    const { browser, person } = await colleagueBrowser(app, owner, "ADMIN");
    expect((await browser.call(getRecentSignIn)).body.email).toBe(person.email);
    expect((await browser.call(listSessions)).body).toHaveLength(1);
    expect((await browser.call(listPasskeys)).body).toEqual([]);
    const log = await browser.call(listAccountEvents, { querystring: {} });
    expect(log.body.events.map(({ kind }) => kind)).toEqual(["SIGNED_IN"]);
  });

  test("is named in the log of the store's account for what they did there, and beside their notes", async () => {
    const owner = await makeCreator(app);
    const product = await makeProduct(app, { ownerId: owner.id });
    const order = await makeOrder(app, { items: [{ product }] });
    const { browser, person } = await colleagueBrowser(app, owner, "SUPPORT");
    const params = { id: order.id };
    const noted = await browser.call(addOrderNote, { params, body: { text: "Called back" } });
    expect(noted.body.timeline.find(({ kind }) => kind === "NOTE")?.detail).toEqual({
      text: "Called back",
      by: "Sam Reed",
    });
    // The same thing within minutes is one line.
    await browser.call(addOrderNote, { params, body: { text: "And again" } });
    const admin = await colleagueBrowser(app, owner, "ADMIN");
    expect((await admin.browser.call(exportOrders)).status).toBe(200);
    const { events } = (await app.as(owner).call(listAccountEvents, { querystring: {} })).body;
    expect(events.filter(({ kind }) => kind === "COLLEAGUE_ACTED")).toMatchObject([
      { email: admin.person.email, role: "ADMIN", what: "Exported: The creator's orders as CSV" },
      {
        name: "Sam Reed",
        email: person.email,
        role: "SUPPORT",
        what: "Write a note on the order's timeline",
      },
    ]);
  });
});
