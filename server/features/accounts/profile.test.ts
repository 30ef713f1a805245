import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCreator, getCurrentUser, updateProfile } from "#contract/accounts/accounts.ts";
import { checkHandle } from "#contract/accounts/check-handle.ts";
import { images, users } from "#server/database/schema/accounts.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { isReserved } from "./handles.ts";
import { findOrCreateCreator } from "./new-creator.ts";

const app = await testApp();
const { db } = app.services;

const makeImage = async (ownerId: string, kind: "avatar" | "cover" = "avatar") => {
  const variants = [{ width: 256, format: "jpeg" as const, storageKey: "images/one" }];
  const [image] = await db
    .insert(images)
    .values({ ownerId, kind, width: 256, height: 256, variants })
    .returning();
  return image?.id ?? "";
};

test("the profile form fills the public profile, and completes the creator's", async () => {
  const creator = await makeCreator(app, { firstName: null, lastName: null, profileCompletedAt: null });
  const me = app.as(creator);
  const avatarImageId = await makeImage(creator.id);
  const saved = await me.call(updateProfile, {
    body: {
      handle: "Quiet_Lens",
      firstName: " Ines ",
      lastName: "Moreau",
      tagline: "Calm photography",
      bio: "Hello",
      avatarImageId,
    },
  });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({
    handle: "quiet_lens",
    firstName: "Ines",
    profileCompleted: true,
    isAffiliate: false,
    hasSold: false,
    profileImageUrl: `/images/${avatarImageId}/256.jpeg`,
  });
  const { body } = await app.call(getCreator, { params: { handle: "QUIET_lens" } });
  expect(body).toMatchObject({
    handle: "quiet_lens",
    name: "Ines Moreau",
    tagline: "Calm photography",
    bio: "Hello",
  });
  expect(body.avatar?.src).toBe(`/images/${avatarImageId}/256.jpeg`);
  expect(Object.keys(body).sort()).toEqual([
    "avatar",
    "badges",
    "bio",
    "bioHtml",
    "handle",
    "isClosed",
    "isSuspended",
    "isWhiteLabel",
    "name",
    "tagline",
  ]);
});

test("without a first name the profile is not complete, and the handle stands for the name", async () => {
  const creator = await makeCreator(app, {
    handle: "nameless",
    firstName: null,
    lastName: null,
    profileCompletedAt: null,
  });
  const { body } = await app.as(creator).call(updateProfile, { body: { tagline: "Soon" } });
  expect(body.profileCompleted).toBe(false);
  expect((await app.call(getCreator, { params: { handle: "nameless" } })).body.name).toBe("nameless");
});

test("emptied fields are empty, and what is not given stays", async () => {
  const creator = await makeCreator(app, { bio: "Old", tagline: "Old", lastName: "Old" });
  const { body } = await app.as(creator).call(updateProfile, { body: { bio: "", lastName: "" } });
  expect(body).toMatchObject({ bio: null, lastName: null, tagline: "Old", firstName: "Robin" });
});

test.each(["nobody_here", "", "a b", "ÄÖÜ", "a".repeat(60)])("creator %j is not found", async (handle) => {
  const { status, body } = await app.call(getCreator, { params: { handle } });
  expect(status).toBe(404);
  if (handle) expect(body).toMatchObject({ message: "Creator not found" });
});

test("a taken handle is an error of its field, whatever its case", async () => {
  await makeCreator(app, { handle: "first_here" });
  const me = app.as(await makeCreator(app));
  const { status, body } = await me.call(updateProfile, { body: { handle: "First_Here" } });
  expect(status).toBe(422);
  expect(body).toMatchObject({ fields: { handle: "This handle is taken" } });
});

test("of two creators who want a handle at once, one gets it", async () => {
  const wanting = await Promise.all([makeCreator(app), makeCreator(app)]);
  const answers = await Promise.all(
    wanting.map((creator) => app.as(creator).call(updateProfile, { body: { handle: "wanted_one" } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("reserved words are refused, but the demo creator keeps theirs", async () => {
  const me = app.as(await makeCreator(app));
  for (const handle of ["admin", "demo", "checkout", "openstall", "support"]) {
    const { body } = await me.call(updateProfile, { body: { handle } });
    expect(body).toMatchObject({ fields: { handle: "This handle is reserved" } });
  }
  const demo = app.as(await makeCreator(app, { handle: "demo" }));
  expect((await demo.call(updateProfile, { body: { handle: "demo", firstName: "Dana" } })).status).toBe(200);
});

test("another creator's picture, a cover and an unknown one are refused alike, and change nothing", async () => {
  const creator = await makeCreator(app);
  const foreign = await makeImage((await makeCreator(app)).id);
  const cover = await makeImage(creator.id, "cover");
  for (const avatarImageId of [foreign, cover, crypto.randomUUID()]) {
    const { status, body } = await app
      .as(creator)
      .call(updateProfile, { body: { bio: "New", avatarImageId } });
    expect(status).toBe(422);
    expect(body).toMatchObject({ fields: { avatarImageId: expect.stringContaining("not found") } });
  }
  const [row] = await db.select().from(users).where(eq(users.id, creator.id));
  expect(row).toMatchObject({ bio: null, avatarImageId: null });
});

test("the database itself refuses a foreign picture", async () => {
  const creator = await makeCreator(app);
  const foreign = await makeImage((await makeCreator(app)).id);
  await expect(
    db.update(users).set({ avatarImageId: foreign }).where(eq(users.id, creator.id)),
  ).rejects.toThrow();
});

test("what does not belong into a profile is ignored", async () => {
  const creator = await makeCreator(app);
  const body = { bio: "Mine", plan: "ENTERPRISE", email: "other@example.com", id: crypto.randomUUID() };
  await app.as(creator).call(updateProfile, { body });
  const { body: me } = await app.as(creator).call(getCurrentUser);
  expect(me).toMatchObject({ id: creator.id, email: creator.email, plan: "STARTER", bio: "Mine" });
});

test("handles are checked while typing, with suggestions that are free", async () => {
  await makeCreator(app, { handle: "lumen" });
  await makeCreator(app, { handle: "lumen_studio" });
  const me = await makeCreator(app, { handle: "my_own" });
  const check = async (handle: string) =>
    (await app.as(me).call(checkHandle, { querystring: { handle } })).body;
  expect(await check("lumen")).toEqual({
    available: false,
    reason: "This handle is taken",
    suggestions: ["the_lumen", "lumen_hq", "lumen_shop"],
  });
  expect(await check("Free_One")).toEqual({ available: true, reason: null, suggestions: [] });
  expect(await check("my_own")).toMatchObject({ available: true });
  expect(await check("admin")).toMatchObject({ available: false, reason: "This handle is reserved" });
  expect(await check("a!")).toMatchObject({
    available: false,
    reason: "Use 3 to 30 letters, digits or underscores",
  });
  for (const handle of ["lumen", "x".repeat(60), "Zoë Müller", "", "日本"]) {
    const { suggestions } = await check(handle);
    for (const name of suggestions) expect(await check(name)).toMatchObject({ available: true });
  }
});

test("a new creator's handle comes from the address, and is free and not reserved", async () => {
  const handles: string[] = [];
  for (const local of ["admin", "li", "j.d", "zoe", "zoe", "zoe", "zoe", "zoe", "zoe", "-", "a".repeat(64)]) {
    const email = `${local}@mail${handles.length}.example.com`;
    handles.push((await findOrCreateCreator(db, app.clock, email)).handle);
  }
  expect(new Set(handles).size).toBe(handles.length);
  expect(handles.slice(0, 4)).toEqual(["admin_studio", "li_store", "j_d", "zoe"]);
  for (const handle of handles) {
    expect(handle).toMatch(/^[a-z0-9_]{3,30}$/);
    expect(isReserved(handle)).toBe(false);
  }
});
