import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createProduct, type ProductInput, updateProduct } from "#contract/catalog/catalog.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import type { Failure } from "#contract/values.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { uploads } from "#server/database/schema/files.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { makeCreator, makeProduct, makeShippingRate } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  await makeShippingRate(app, { ownerId: creator.id });
});

const newSlug = () => `thing-${crypto.randomUUID().slice(0, 8)}`;
const service = (more: Partial<ProductInput> = {}): ProductInput => ({
  title: "A service",
  slug: newSlug(),
  type: "SERVICE",
  ...more,
});
const download = (more: Partial<ProductInput>): ProductInput => ({
  title: "A book",
  slug: newSlug(),
  type: "DOWNLOAD",
  ...more,
});
const create = (body: ProductInput) => app.as(creator).call(createProduct, { body });
const change = (id: string, body: Partial<ProductInput>) =>
  app.as(creator).call(updateProduct, { params: { id }, body });

const fileOf = (ownerId: string, originalName = "my book.pdf") =>
  storeUpload(app.services, {
    ownerId,
    originalName,
    mimeType: "application/pdf",
    data: Buffer.from("%PDF-1.7"),
  });
const pictureOf = async (ownerId: string, kind: "cover" | "avatar" = "cover") =>
  (
    await app.services.db
      .insert(images)
      .values({ ownerId, kind, width: 800, height: 500, variants: [] })
      .returning()
  )[0]!;

describe("a new product", () => {
  test("has the stated defaults, and is its creator's", async () => {
    const { status, body } = await create(service());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      priceCents: 0,
      currency: "usd",
      billingInterval: "ONE_TIME",
      active: true,
      featured: false,
      downloadButtonText: "Download Here",
      digitalExpirationDays: null,
      maxDownloads: null,
      orderCount: 0,
      cover: null,
    });
    const [row] = await app.services.db.select().from(products).where(eq(products.id, body.id));
    expect(row).toMatchObject({
      ownerId: creator.id,
      maxOrderBumps: 3,
      maxUpsells: 5,
      allowOrderBumps: true,
      requiresShipping: false,
    });
  });

  test("goes to the end of the shelf", async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await create(service())).body.id);
    const rows = await app.services.db
      .select()
      .from(products)
      .where(eq(products.ownerId, creator.id))
      .orderBy(products.position);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  test("takes nobody's word for its owner, counters and provider", async () => {
    const other = await makeCreator(app);
    const extra = {
      ownerId: other.id,
      userId: other.id,
      id: crypto.randomUUID(),
      orderCount: 9,
      state: "ARCHIVED",
      digitalFileSize: 1,
    };
    const { body } = await create({ ...service(), ...extra });
    const [row] = await app.services.db.select().from(products).where(eq(products.id, body.id));
    expect(row).toMatchObject({ ownerId: creator.id, state: "PUBLISHED", digitalFileSize: null });
    expect(body.id).not.toBe(extra.id);
    expect(body.orderCount).toBe(0);
  });

  test.each([1, 49])("cannot cost %i cents", async (priceCents) => {
    expect(await create(service({ priceCents }))).toMatchObject({
      status: 422,
      body: { fields: { priceCents: "The lowest price is $0.50, or free" } },
    });
  });

  test("says what is wrong with each field", async () => {
    const { status, body } = await create(
      service({
        title: " ",
        slug: "Not a slug!",
        priceCents: -1,
        digitalExpirationDays: 366,
        maxDownloads: 101,
      }),
    );
    expect(status).toBe(422);
    expect(body).toMatchObject({
      fields: {
        title: "Title is required",
        slug: "Use lower-case letters, digits and single dashes",
        digitalExpirationDays: "Between 1 and 365 days",
        maxDownloads: "Between 1 and 100 downloads",
        priceCents: expect.any(String),
      },
    });
  });

  test("bills by month or year only as a membership, which does so by default", async () => {
    expect(await create(service({ billingInterval: "MONTH" }))).toMatchObject({
      status: 422,
      body: { fields: { billingInterval: expect.any(String) } },
    });
    expect((await create(service({ type: "MEMBERSHIP" }))).body.billingInterval).toBe("MONTH");
    expect(
      (await create(service({ type: "MEMBERSHIP", billingInterval: "YEAR" }))).body.billingInterval,
    ).toBe("YEAR");
  });

  test("is shipped when it is physical", async () => {
    const { body } = await create(service({ type: "PHYSICAL" }));
    const [row] = await app.services.db.select().from(products).where(eq(products.id, body.id));
    expect(row!.requiresShipping).toBe(true);
  });

  test("cannot have a slug that is taken or reserved, or that looks like an id", async () => {
    const { slug } = await makeProduct(app, { ownerId: creator.id });
    expect(await create(service({ slug }))).toMatchObject({
      status: 422,
      body: { fields: { slug: "This slug is taken" } },
    });
    for (const reserved of ["admin", "checkout", crypto.randomUUID()]) {
      expect(await create(service({ slug: reserved }))).toMatchObject({
        status: 422,
        body: { fields: { slug: "This slug is reserved" } },
      });
    }
  });

  test("is made once when the same slug arrives many times at once", async () => {
    const slug = newSlug();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(service({ slug }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(422)]);
  });
});

describe("a download", () => {
  const noFile = {
    status: 422,
    body: { fields: { digitalFileUrl: "Please upload a file for the digital download." } },
  };
  const noLink = {
    status: 422,
    body: { fields: { digitalFileExternalUrl: "Please provide an external download URL." } },
  };

  test("needs its file or its link", async () => {
    expect(await create(download({ digitalFileType: "UPLOAD" }))).toMatchObject(noFile);
    expect(await create(download({}))).toMatchObject(noFile);
    expect(await create(download({ digitalFileType: "LINK" }))).toMatchObject(noLink);
  });

  test("takes the file's facts from the upload", async () => {
    const upload = await fileOf(creator.id);
    const { status, body } = await create(
      download({ digitalFileType: "UPLOAD", digitalFileUrl: upload.id, maxDownloads: 3 }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      digitalFileType: "UPLOAD",
      digitalFileUrl: upload.id,
      digitalFileName: "my book.pdf",
      digitalFileOriginalName: "my book.pdf",
      digitalFileMimeType: "application/pdf",
      digitalFileSize: 8,
      maxDownloads: 3,
    });
  });

  test("refuses files that are another's, unfinished, or none", async () => {
    const foreign = await fileOf((await makeCreator(app)).id);
    const [unfinished] = await app.services.db
      .insert(uploads)
      .values({
        ownerId: creator.id,
        storageKey: newSlug(),
        originalName: "x.pdf",
        mimeType: "application/pdf",
        sizeBytes: 1,
      })
      .returning();
    for (const digitalFileUrl of [
      foreign.id,
      unfinished!.id,
      crypto.randomUUID(),
      "../../etc/passwd",
      "uploads/x",
      "",
    ]) {
      expect(await create(download({ digitalFileType: "UPLOAD", digitalFileUrl }))).toMatchObject(noFile);
    }
  });

  test("takes an outside link over https only", async () => {
    const link = await create(
      download({ digitalFileType: "LINK", digitalFileExternalUrl: "https://example.com/kit" }),
    );
    expect(link.body).toMatchObject({
      digitalFileExternalUrl: "https://example.com/kit",
      digitalFileUrl: null,
      digitalFileName: null,
    });
    for (const digitalFileExternalUrl of [
      "javascript:alert(1)",
      "http://example.com",
      "https://user@example.com/",
      "kit",
    ]) {
      expect((await create(download({ digitalFileType: "LINK", digitalFileExternalUrl }))).status).toBe(422);
    }
  });

  test("may change from file to link and to a newer file", async () => {
    const first = await fileOf(creator.id, "first.pdf");
    const { id } = (await create(download({ digitalFileUrl: first.id }))).body;
    const second = await fileOf(creator.id, "second.pdf");
    expect((await change(id, { digitalFileUrl: second.id })).body).toMatchObject({
      digitalFileUrl: second.id,
      digitalFileName: "second.pdf",
    });
    const linked = await change(id, {
      digitalFileType: "LINK",
      digitalFileExternalUrl: "https://example.com/v3",
    });
    expect(linked.body).toMatchObject({
      digitalFileType: "LINK",
      digitalFileUrl: null,
      digitalFileName: null,
      digitalFileSize: null,
    });
    expect(await change(id, { digitalFileType: "UPLOAD" })).toMatchObject(noFile);
  });
});

describe("a cover", () => {
  test("is shown once it is the creator's own", async () => {
    const cover = await pictureOf(creator.id);
    const { body } = await create(service({ coverImageId: cover.id }));
    expect(body).toMatchObject({ coverImageId: cover.id, cover: { width: 800, height: 500 } });
    expect((await change(body.id, { coverImageId: null })).body).toMatchObject({
      coverImageId: null,
      cover: null,
    });
  });

  test("is refused when it is another's, no cover, or none", async () => {
    const foreign = await pictureOf((await makeCreator(app)).id);
    const avatar = await pictureOf(creator.id, "avatar");
    const { id } = (await create(service())).body;
    for (const coverImageId of [foreign.id, avatar.id, crypto.randomUUID()]) {
      const refused = {
        status: 422,
        body: { fields: { coverImageId: "This picture was not found. Please upload it again." } },
      };
      expect(await create(service({ coverImageId }))).toMatchObject(refused);
      expect(await change(id, { coverImageId })).toMatchObject(refused);
    }
  });
});

describe("a change", () => {
  test("touches only the fields that are present", async () => {
    const before = (await create(service({ description: "Before", priceCents: 1_900, featured: true }))).body;
    app.clock.advance({ minutes: 1 });
    const { status, body } = await change(before.id, { priceCents: 2_900 });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      priceCents: 2_900,
      revision: before.revision + 1,
      updatedAt: body.updatedAt,
    });
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect((await change(before.id, {})).body).toMatchObject({
      description: "Before",
      priceCents: 2_900,
      featured: true,
    });
  });

  test("is held to the same rules as a new product", async () => {
    const taken = await makeProduct(app, { ownerId: creator.id });
    const { id } = (await create(service())).body;
    for (const [body, field] of [
      [{ priceCents: 20 }, "priceCents"],
      [{ billingInterval: "MONTH" as const }, "billingInterval"],
      [{ slug: taken.slug }, "slug"],
      [{ slug: "admin" }, "slug"],
      [{ type: "DOWNLOAD" as const }, "digitalFileUrl"],
    ] as const) {
      expect(await change(id, body)).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) } },
      });
    }
  });

  test("lists what members get, each line once, and forgets it with the membership", async () => {
    const benefits = ["A new lesson every week", "Live questions", "Live questions"];
    const { id, ...made } = (await create(service({ type: "MEMBERSHIP", benefits }))).body;
    expect(made.benefits).toEqual(["A new lesson every week", "Live questions"]);
    expect((await change(id, { title: "Renamed" })).body.benefits).toHaveLength(2);
    expect((await change(id, { type: "SERVICE" })).body.benefits).toEqual([]);
    const many = Array.from({ length: 13 }, (_, n) => `Benefit ${n}`);
    for (const wrong of [many, [" "], ["x".repeat(121)]])
      expect(await create(service({ type: "MEMBERSHIP", benefits: wrong }))).toMatchObject({ status: 422 });
  });

  test("says its own words to buyers and on its button, and none where they are blank", async () => {
    const words = { thanksNote: "Thank you!\nYours, Robin", buyButtonText: "Join the course" };
    const { id, ...made } = (await create(service(words))).body;
    expect(made).toMatchObject({ ...words, digitalExpirationDays: null });
    expect((await change(id, { title: "Renamed" })).body).toMatchObject(words);
    expect((await change(id, { thanksNote: "", buyButtonText: null })).body).toMatchObject({
      thanksNote: null,
      buyButtonText: null,
    });
    for (const wrong of [
      { thanksNote: "x".repeat(1_001) },
      { buyButtonText: "x".repeat(31) },
      { buyButtonText: "Buy\nnow" },
    ])
      expect((await create(service(wrong))).status).toBe(422);
  });

  test("takes a yearly price beside a monthly one only", async () => {
    const club = { type: "MEMBERSHIP", priceCents: 1_500, yearlyPriceCents: 15_000 } as const;
    const { id, ...made } = (await create(service(club))).body;
    expect(made).toMatchObject({ billingInterval: "MONTH", yearlyPriceCents: 15_000 });
    for (const wrong of [{ billingInterval: "YEAR" as const }, { priceCents: 0 }, { yearlyPriceCents: 49 }])
      expect(await change(id, wrong)).toMatchObject({
        status: 422,
        body: { fields: { yearlyPriceCents: expect.any(String) } },
      });
    expect((await change(id, { type: "SERVICE" })).body.yearlyPriceCents).toBeNull();
  });

  test("of the type bills in that type's way", async () => {
    const { id } = (await create(service({ type: "MEMBERSHIP", billingInterval: "YEAR" }))).body;
    expect((await change(id, { type: "MEMBERSHIP", priceCents: 500 })).body.billingInterval).toBe("YEAR");
    expect((await change(id, { type: "SERVICE" })).body.billingInterval).toBe("ONE_TIME");
    expect((await change(id, { type: "MEMBERSHIP" })).body.billingInterval).toBe("MONTH");
  });

  test("never loses another that happens at the same time", async () => {
    const { id } = (await create(service())).body;
    await Promise.all([
      change(id, { title: "New title" }),
      change(id, { description: "New text" }),
      change(id, { featured: true }),
    ]);
    expect((await change(id, {})).body).toMatchObject({
      title: "New title",
      description: "New text",
      featured: true,
    });
  });
});

describe("questions and answers", () => {
  const questions = [
    { question: "Which programs do I need?", answer: "Any.\nPaper is enough." },
    { question: "<b>Refunds?</b>", answer: "Within 30 days" },
  ];

  test("stand on the product's page in their order, and are copied with it", async () => {
    const { body: made } = await create(service({ questions }));
    const { body: page } = await app.call(getProduct, { params: { idOrSlug: made.slug } });
    expect(page.questions).toEqual(questions);
    const copy = await app.as(creator).call(duplicateProduct, { params: { id: made.id } });
    expect(copy.body.questions).toEqual(questions);
    const { body: changed } = await change(made.id, { questions: questions.toReversed() });
    expect(changed).toMatchObject({ questions: questions.toReversed(), revision: made.revision + 1 });
    // A change of something else leaves them.
    expect((await change(made.id, { title: "Another" })).body.questions).toEqual(questions.toReversed());
  });

  test("are refused without an answer, and above twenty", async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ question: `Q${index}`, answer: "A" }));
    for (const refused of [[{ question: "Why?", answer: "  " }], [{ question: "", answer: "A" }], many]) {
      const { status, body } = await create(service({ questions: refused }));
      expect(status).toBe(422);
      expect(Object.keys((body as unknown as Failure).fields ?? {})[0]).toMatch(/^questions/);
    }
  });
});
