import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { listCreatorProducts, listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { getCreator } from "#server/features/accounts/profile.ts";
import { getProduct as getProductPage } from "./product-page.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app, { firstName: "Maya", lastName: "Chen" });
});

const list = (handle = creator.handle) => app.call(listCreatorProducts, { params: { handle } });
const page = (idOrSlug: string) => app.call(getProduct, { params: { idOrSlug } });

describe("a storefront's list", () => {
  test("shows what is on sale in the order of the shelf, and nothing else", async () => {
    const own = { ownerId: creator.id };
    const second = await makeProduct(app, { ...own, position: 2 });
    const first = await makeProduct(app, { ...own, position: 1 });
    await makeProduct(app, { ...own, state: "DRAFT" });
    await makeProduct(app, { ...own, state: "ARCHIVED" });
    await makeProduct(app);
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test("is empty for a creator who sells nothing, and 404 for a handle that nobody has", async () => {
    expect(await list()).toMatchObject({ status: 200, body: [] });
    for (const handle of ["nobody_here", "x", "%00", "Ünïcode", "a".repeat(60)]) {
      expect(await list(handle)).toMatchObject({ status: 404, body: { message: "Creator not found" } });
    }
  });

  test("takes a handle in any case", async () => {
    await makeProduct(app, { ownerId: creator.id });
    expect((await list(creator.handle.toUpperCase())).body).toHaveLength(1);
  });

  test("has exactly the public fields, with the cover in its sizes", async () => {
    const [cover] = await app.services.db
      .insert(images)
      .values({
        ownerId: creator.id,
        kind: "cover",
        width: 800,
        height: 500,
        alt: "A cover",
        variants: [400, 800].map((width) => ({
          width,
          format: "avif" as const,
          storageKey: `secret/${width}`,
        })),
      })
      .returning();
    const product = await makeProduct(app, {
      ownerId: creator.id,
      coverImageId: cover!.id,
      originalPriceCents: 2_900,
    });
    const { body, text } = await list();
    expect(body).toEqual([
      {
        id: product.id,
        title: product.title,
        slug: product.slug,
        description: "",
        type: "SERVICE",
        priceCents: 1_900,
        originalPriceCents: 2_900,
        suggestedPriceCents: null,
        currency: "usd",
        billingInterval: "ONE_TIME",
        yearlyPriceCents: null,
        trialDays: 0,
        buyButtonText: null,
        featured: false,
        eventStartsAt: null,
        eventEndsAt: null,
        eventZone: null,
        eventPlace: null,
        hasBegun: false,
        comingSoon: false,
        opensAt: null,
        opensZone: null,
        sessionMinutes: null,
        sessionZone: null,
        deliveryDays: null,
        soldOut: false,
        bundle: null,
        rating: null,
        cover: expect.objectContaining({
          avif: `/images/${cover!.id}/400.avif 400w, /images/${cover!.id}/800.avif 800w`,
          width: 800,
          height: 500,
          alt: "A cover",
        }),
      },
    ]);
    expect(text).not.toContain("secret/");
  });

  test("is kept with a tag, and answers 304 to whoever has it", async () => {
    await makeProduct(app, { ownerId: creator.id });
    const { headers } = await list();
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const etag = String(headers["etag"]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await app.call(
        listCreatorProducts,
        { params: { handle: creator.handle } },
        { headers: { "if-none-match": known } },
      );
      expect(again).toMatchObject({ status: 304, text: "", headers: { etag } });
    }
    const other = await app.call(
      listCreatorProducts,
      { params: { handle: creator.handle } },
      { headers: { "if-none-match": '"other"' } },
    );
    expect(other.status).toBe(200);
  });

  test("forgets at once what its creator takes off sale, and soon what another process does", async () => {
    const product = await makeProduct(app, { ownerId: creator.id });
    expect((await list()).body).toHaveLength(1);
    await app.as(creator).call(updateProduct, { params: { id: product.id }, body: { active: false } });
    expect((await list()).body).toEqual([]);
    expect(await page(product.id)).toMatchObject({ status: 404, body: { message: "Product not found" } });

    await app.services.db
      .update(products)
      .set({ state: "PUBLISHED", title: "Back" })
      .where(eq(products.id, product.id));
    await eventually(async () => expect((await list()).body).toMatchObject([{ title: "Back" }]));
  });
});

describe("a product's page", () => {
  test("opens by id and by slug, in any case", async () => {
    const product = await makeProduct(app, { ownerId: creator.id, description: "What it is" });
    for (const wanted of [product.id, product.slug, product.id.toUpperCase(), product.slug.toUpperCase()]) {
      const { status, body } = await page(wanted);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: product.id,
        description: "What it is",
        creator: {
          handle: creator.handle,
          name: "Maya Chen",
          refundPolicy: { days: 30, terms: null, guaranteed: false },
        },
      });
    }
  });

  test("is 404 for what is unknown, inactive or archived", async () => {
    const inactive = await makeProduct(app, { state: "DRAFT" });
    const archived = await makeProduct(app, { state: "ARCHIVED" });
    const unknown = ["nothing-like-it", crypto.randomUUID(), "%00", "a b", "x".repeat(100)];
    for (const wanted of [inactive.id, inactive.slug, archived.id, archived.slug, ...unknown]) {
      expect(await page(wanted)).toMatchObject({ status: 404, body: { message: "Product not found" } });
    }
  });

  test("shows an inactive product to its creator alone", async () => {
    const product = await makeProduct(app, { ownerId: creator.id, state: "DRAFT" });
    const wanted = { params: { idOrSlug: product.slug } };
    expect((await app.as(creator).call(getProduct, wanted)).status).toBe(200);
    expect((await app.as(await makeCreator(app)).call(getProduct, wanted)).status).toBe(404);
  });

  test("outlines modules and lessons in order, without their content", async () => {
    const product = await makeProduct(app, { ownerId: creator.id, type: "COURSE" });
    const { db } = app.services;
    const [late, early] = await db
      .insert(courseModules)
      .values([
        { productId: product.id, title: "Late", position: 1 },
        { productId: product.id, title: "Early", position: 0 },
      ])
      .returning();
    await db.insert(lessons).values([
      {
        moduleId: early!.id,
        slug: "two",
        title: "Two",
        position: 1,
        content: "HIDDEN text",
        videoUrl: "https://example.com/HIDDEN",
      },
      { moduleId: early!.id, slug: "one", title: "One", position: 0, duration: 90, freePreview: true },
    ]);
    const { body, text } = await page(product.slug);
    expect(body.modules).toEqual([
      {
        id: early!.id,
        title: "Early",
        position: 0,
        lessons: [
          {
            id: expect.any(String),
            slug: "one",
            title: "One",
            duration: 90,
            parts: [],
            freePreview: true,
            dripDays: 0,
            position: 0,
          },
          {
            id: expect.any(String),
            slug: "two",
            title: "Two",
            duration: 0,
            parts: ["VIDEO", "TEXT"],
            freePreview: false,
            dripDays: 0,
            position: 1,
          },
        ],
      },
      { id: late!.id, title: "Late", position: 1, lessons: [] },
    ]);
    expect(text).not.toContain("HIDDEN");
  });

  test("names the file, never where it is", async () => {
    const data = Buffer.from("what is sold");
    const upload = await storeUpload(app.services, {
      ownerId: creator.id,
      originalName: "notes.txt",
      mimeType: "text/plain",
      data,
    });
    const product = await makeProduct(app, {
      ownerId: creator.id,
      type: "DOWNLOAD",
      digitalFileType: "UPLOAD",
      digitalFileId: upload.id,
      digitalFileName: "notes.txt",
      digitalFileSize: 1_073_741_824,
      digitalFileExternalUrl: "https://example.com/hidden",
      deliveryNote: "hidden note",
    });
    const { body, text } = await page(product.id);
    expect(body).toMatchObject({
      digitalFileName: "notes.txt",
      digitalFileSize: 1_073_741_824,
      downloadButtonText: "Download Here",
    });
    for (const secret of ["hidden", upload.id, upload.storageKey]) expect(text).not.toContain(secret);
  });
});

test("a creator's own list has inactive products too, and counts paid orders with them", async () => {
  const product = await makeProduct(app, { ownerId: creator.id });
  const bump = await makeProduct(app, { ownerId: creator.id, state: "DRAFT" });
  await makeProduct(app, { ownerId: creator.id, state: "ARCHIVED" });
  await makeOrder(app, { items: [{ product }, { product: bump }] });
  await makeOrder(app, { items: [{ product }], status: "REFUNDED" });
  await makeOrder(app, { items: [{ product }], status: "FAILED" });
  const { body } = await app.as(creator).call(listMyProducts);
  expect(body.map(({ id, active, orderCount }) => ({ id, active, orderCount }))).toEqual([
    { id: product.id, active: true, orderCount: 2 },
    { id: bump.id, active: false, orderCount: 1 },
  ]);
  expect(await app.call(listMyProducts)).toMatchObject({ status: 401, body: { message: "Unauthorized" } });
});

test("our name stands on a store and its product, unless the plan takes it off or there are no plans", async () => {
  const namesOn = async (services: typeof app.services, plan: "STARTER" | "PRO" | "ENTERPRISE") => {
    const { id, handle } = await makeCreator(app, { givenPlan: plan });
    const { slug } = await makeProduct(app, { ownerId: id });
    const product = await getProductPage(services, { idOrSlug: slug, store: handle }, undefined);
    const store = await getCreator(services, handle);
    return [store.isWhiteLabel, product.creator.isWhiteLabel];
  };
  expect(await namesOn(app.services, "STARTER")).toEqual([false, false]);
  expect(await namesOn(app.services, "PRO")).toEqual([false, false]);
  expect(await namesOn(app.services, "ENTERPRISE")).toEqual([true, true]);
  const withoutPlans = { ...app.services, config: { ...app.services.config, plans: false } };
  expect(await namesOn(withoutPlans, "STARTER")).toEqual([true, true]);
});
