import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { defaultDesign, getStoreLook } from "#contract/design/design.ts";
import {
  getMyDesign,
  listDesignVersions,
  publishMyDesign,
  restoreDesignVersion,
  updateMyDesign,
} from "#contract/design/studio.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const withoutPlans = await testApp({ PLANS: "off" });
let creator: Awaited<ReturnType<typeof makeCreator>>;
let me: ReturnType<TestApp["as"]>;
beforeEach(async () => {
  creator = await makeCreator(app, { givenPlan: "PRO" });
  me = app.as(creator);
});

const mine = async () => (await me.call(getMyDesign, { querystring: {} })).body;
const change = (body: z.input<(typeof updateMyDesign)["schema"]["body"]>) =>
  me.call(updateMyDesign, { body });
const publish = (body = {}) => me.call(publishMyDesign, { body });
const shown = async () => {
  app.clock.advance({ seconds: 61 });
  return (await app.call(getStoreLook, { params: { handle: creator.handle } })).body.look;
};

test("a new store's design is Openstall's own, published as it is", async () => {
  expect(await mine()).toMatchObject({ ...defaultDesign, isPublished: true, lockedParts: [], revision: 1 });
});

test("a draft is seen by nobody until it is published", async () => {
  const { body } = await change({ theme: "stage" });
  expect(body).toMatchObject({ theme: "stage", isPublished: false });
  expect(await shown()).toBeNull();
  expect((await publish()).body).toMatchObject({ isPublished: true });
  expect(await shown()).toMatchObject({ theme: "stage", fonts: "space-grotesk" });
});

describe("two tabs", () => {
  test("that change different parts both keep theirs", async () => {
    await change({ theme: "candy" });
    await change({ accent: "#112233" });
    expect(await mine()).toMatchObject({ theme: "candy", accent: "#112233" });
  });

  test("that began with the same draft are told, the first change included", async () => {
    const { revision } = await mine();
    const answers = await Promise.all(["#111111", "#222222"].map((accent) => change({ accent, revision })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("publish what was seen: a draft that another one changed since is refused", async () => {
    const { revision } = (await change({ theme: "candy" })).body;
    await change({ theme: "poster" });
    expect(await publish({ revision })).toMatchObject({ status: 409, body: { code: "CHANGED_ELSEWHERE" } });
    expect(await shown()).toBeNull();
  });
});

test("publishing at once in many tabs gives each version a number of its own", async () => {
  await change({ theme: "candy" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => publish()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { body } = await me.call(listDesignVersions);
  expect(body.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
});

test("a version is looked at without touching the draft, and taken back into it", async () => {
  await change({ theme: "candy" });
  await publish();
  await change({ theme: "poster", accent: "#123456" });
  const first = await me.call(getMyDesign, { querystring: { version: 1 } });
  expect(first.body).toMatchObject({ theme: "candy", accent: null });
  expect(await mine()).toMatchObject({ theme: "poster" });
  const restored = await me.call(restoreDesignVersion, { params: { number: 1 } });
  expect(restored.body).toMatchObject({ theme: "candy", accent: null, isPublished: true });
  expect((await me.call(restoreDesignVersion, { params: { number: 9 } })).status).toBe(404);
});

describe("the Pro plan's looks", () => {
  const starter = () => makeCreator(app, { trialEndsAt: new Date(0) });

  test("are tried by everybody, and published by Pro and in the trial", async () => {
    creator = await starter();
    me = app.as(creator);
    expect((await change({ theme: "poster" })).body).toMatchObject({ lockedParts: ["theme"] });
    expect(await publish()).toMatchObject({ status: 409, body: { code: "PLAN_LIMIT" } });
    expect(await shown()).toBeNull();
    const inTrial = app.as(await makeCreator(app));
    await inTrial.call(updateMyDesign, { body: { theme: "poster" } });
    expect((await inTrial.call(publishMyDesign, { body: {} })).status).toBe(200);
  });

  test("leave Starter two themes with any accent and order", async () => {
    creator = await starter();
    me = app.as(creator);
    for (const theme of ["market", "plain"] as const) {
      await change({ theme, accent: "#ff00aa" });
      expect((await publish()).status).toBe(200);
    }
    for (const part of [
      { fonts: "nunito" },
      { layout: "list" },
      { buttons: "pill" },
      { awning: "dots" },
    ] as const) {
      await change({ fonts: null, layout: null, buttons: null, awning: null, ...part });
      expect((await publish()).status).toBe(409);
    }
  });

  test("are everybody's where there are no plans", async () => {
    const own = withoutPlans.as(await makeCreator(withoutPlans, { trialEndsAt: new Date(0) }));
    const { body } = await own.call(updateMyDesign, { body: { theme: "terminal" } });
    expect(body.lockedParts).toEqual([]);
    expect((await own.call(publishMyDesign, { body: {} })).status).toBe(200);
  });
});

test("others' pictures and products have no place in a design", async () => {
  const own = await makeProduct(app, { ownerId: creator.id });
  const foreign = await makeProduct(app);
  expect((await change({ productOrder: [own.id, own.id] })).body.productOrder).toEqual([own.id]);
  expect(await change({ productOrder: [foreign.id, own.id] })).toMatchObject({
    status: 422,
    body: { fields: { productOrder: expect.any(String) } },
  });
  expect(await change({ coverImageId: randomUUID() })).toMatchObject({
    status: 422,
    body: { fields: { coverImageId: expect.any(String) } },
  });
});

test("a version's number counts among the creator's own", async () => {
  await change({ theme: "candy" });
  await publish();
  const other = app.as(await makeCreator(app));
  expect((await other.call(listDesignVersions)).body).toEqual([]);
  expect((await other.call(restoreDesignVersion, { params: { number: 1 } })).status).toBe(404);
  expect((await other.call(getMyDesign, { querystring: { version: 1 } })).status).toBe(404);
});

test("an accent that cannot be seen is shown shifted, and says so", async () => {
  const { body } = await change({ theme: "market", accent: "#ffff00" });
  expect(body.shownAccent).toMatchObject({ light: { isShifted: true }, dark: { isShifted: false } });
});
