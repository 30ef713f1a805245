import { and, eq } from "drizzle-orm";
import { hash, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { defaultDesign, type Design, getStoreLook } from "#contract/design/design.ts";
import { images } from "#server/database/schema/accounts.ts";
import { storeDesigns, storeDesignVersions } from "#server/database/schema/design.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const look = async (handle = creator.handle) => {
  // What is kept is older than nothing of what a test has written.
  app.clock.advance({ seconds: 61 });
  return (await app.call(getStoreLook, { params: { handle } })).body.look;
};

async function publish(changes: Partial<Design>, number = 1, ownerId = creator.id) {
  const design = { ...defaultDesign, ...changes };
  await db.insert(storeDesigns).values({ ownerId, draft: design }).onConflictDoNothing();
  await db.insert(storeDesignVersions).values({ ownerId, number, design });
}

const picture = async (ownerId: string) => {
  const [image] = await db
    .insert(images)
    .values({
      ownerId,
      kind: "cover",
      width: 400,
      height: 250,
      variants: [{ width: 400, format: "jpeg", storageKey: `x/${randomUUID()}` }],
    })
    .returning();
  return image!.id;
};

test("a store that chose nothing has no look of its own, and neither has a draft", async () => {
  expect(await look()).toBeNull();
  await db.insert(storeDesigns).values({ ownerId: creator.id, draft: { ...defaultDesign, theme: "poster" } });
  expect(await look()).toBeNull();
});

test("what is published is drawn: the theme's own choices where the design makes none, and its style with the hash of it", async () => {
  await publish({ theme: "candy", buttons: "square", accent: "#ffff00" });
  const shown = await look();
  expect(shown).toMatchObject({
    theme: "candy",
    fonts: "nunito",
    layout: "grid",
    buttons: "square",
    awning: "stripes",
    cover: null,
  });
  expect(shown!.css).toContain("--background:#fff0f6");
  // Yellow cannot be seen on what is nearly white: it was made darker there, and stayed what it is in the dark.
  expect(shown!.css.split("@media")[0]).not.toContain("#ffff00");
  expect(shown!.css.split("@media")[1]).toContain("--brand:#ffff00");
  expect(shown!.cssHash).toBe(`sha256-${hash("sha256", shown!.css, "base64")}`);
});

test("a handle is taken in any case, and one that nobody has is 404", async () => {
  await publish({ theme: "plain" });
  expect((await look(creator.handle.toUpperCase()))?.theme).toBe("plain");
  for (const handle of ["nobody_here", "%00", "x"])
    expect((await app.call(getStoreLook, { params: { handle } })).status).toBe(404);
});

test("a cover is the creator's own picture or none", async () => {
  const own = await picture(creator.id);
  await publish({ coverImageId: own });
  expect((await look())?.cover?.src).toContain(own);
  await publish({ coverImageId: await picture((await makeCreator(app)).id) }, 2);
  expect((await look())?.cover).toBeNull();
  await publish({ coverImageId: randomUUID() }, 3);
  expect((await look())?.cover).toBeNull();
});

test("products stand in the design's order, those that it does not name after them, and deleted ones nowhere", async () => {
  const own = { ownerId: creator.id };
  const [first, second, third] = [
    await makeProduct(app, { ...own, position: 1 }),
    await makeProduct(app, { ...own, position: 2 }),
    await makeProduct(app, { ...own, position: 3 }),
  ];
  const shelf = async () => {
    app.clock.advance({ seconds: 61 });
    const { body } = await app.call(listCreatorProducts, { params: { handle: creator.handle } });
    return body.map(({ id }) => id);
  };
  expect(await shelf()).toEqual([first.id, second.id, third.id]);
  await publish({ productOrder: [third.id, randomUUID(), first.id] });
  expect(await shelf()).toEqual([third.id, first.id, second.id]);
});

test("the last 20 versions are kept, of each creator", async () => {
  const other = await makeCreator(app);
  await publish({ theme: "stage" }, 1, other.id);
  for (let number = 1; number <= 22; number++) await publish({ theme: "poster" }, number);
  const kept = await db.select().from(storeDesignVersions).where(eq(storeDesignVersions.ownerId, creator.id));
  expect(kept.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 3),
  );
  expect(await db.$count(storeDesignVersions, and(eq(storeDesignVersions.ownerId, other.id)))).toBe(1);
});

test("publishing tells every process at once that the storefront has changed", async () => {
  const heard: string[] = [];
  await app.services.notifications.listen("storefront_changed", (handle) => heard.push(handle));
  await publish({ theme: "terminal" });
  await expect.poll(() => heard).toContain(creator.handle);
});
