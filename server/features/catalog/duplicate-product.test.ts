import { eq, getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { images } from "#server/database/schema/accounts.ts";
import { productTypes, products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { uploads } from "#server/database/schema/files.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { serviceTerms } from "#tests/support/service-factory.ts";
import { sessionTimes } from "#tests/support/session-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
const creator = await makeCreator(app);
const imageId = await makeImage();
const uploadId = await makeUpload();

type Product = typeof products.$inferSelect;
type NewProduct = typeof products.$inferInsert;
type ProductType = (typeof productTypes)[number];

/** Columns in which a copy differs from its original. */
const ownOfProduct: (keyof Product)[] = [
  "id",
  "title",
  "slug",
  "state",
  "plan",
  "position",
  "eventCancelledAt",
  "revision",
  "createdAt",
  "updatedAt",
];

const ofEveryType: Partial<NewProduct> = {
  description: "What it is",
  descriptionDocument: { type: "doc", content: [] } as unknown as Product["descriptionDocument"],
  priceCents: 1_200,
  originalPriceCents: 2_400,
  currency: "eur",
  comingSoon: true,
  opensAt: new Date("2030-01-01T00:00:00Z"),
  featured: true,
  coverImageId: imageId,
  pictures: [{ imageId, alt: "A page" }],
  requiresShipping: true,
  trackInventory: true,
  inventoryQuantity: 7,
  allowBackorder: true,
  allowOrderBumps: false,
  maxOrderBumps: 1,
  allowUpsells: false,
  maxUpsells: 2,
  digitalFileType: "UPLOAD",
  digitalFileId: uploadId,
  digitalFileExternalUrl: "https://example.com/file",
  digitalFileName: "Guide",
  digitalFileSize: 12,
  digitalFileMimeType: "application/pdf",
  digitalFileOriginalName: "guide.pdf",
  downloadButtonText: "Get it",
  digitalExpirationDays: 9,
  maxDownloads: 8,
  deliveryNote: "Where it happens",
  thanksNote: "Thank you",
  buyButtonText: "Take it",
  questions: [{ question: "For whom?", answer: "For you" }],
};

const ofType: Record<ProductType, Partial<NewProduct>> = {
  DOWNLOAD: { suggestedPriceCents: 1_500 },
  COURSE: {},
  MEMBERSHIP: {
    billingInterval: "MONTH",
    yearlyPriceCents: 9_900,
    trialDays: 14,
    benefits: ["A call a month"],
  },
  BOOKING_LINK: { sessionTimes: sessionTimes({ lengthMinutes: 45 }) },
  PHYSICAL: {},
  SERVICE: { serviceTerms: serviceTerms({ deliveryDays: 5 }) },
  EVENT: {
    eventStartsAt: new Date("2030-02-01T10:00:00Z"),
    eventEndsAt: new Date("2030-02-01T11:00:00Z"),
    eventZone: "Europe/Lisbon",
    eventPlace: "The library",
    eventLink: "https://example.com/room",
  },
  BUNDLE: {},
};

test.each(productTypes)("copies every column of a %s", async (type) => {
  const { id } = await makeProduct(app, { ownerId: creator.id, type, ...ofEveryType, ...ofType[type] });
  const { status, body } = await app.as(creator).call(duplicateProduct, { params: { id } });
  expect(status).toBe(201);
  const [original, copy] = [await productOf(id), await productOf(body.id)];
  expect(without(copy, ownOfProduct)).toEqual(without(original, ownOfProduct));
});

test("is tested with a value of its own in every column that is copied", async () => {
  const filled = new Set(["ownerId", "type", ...ownOfProduct, ...keysOf(ofEveryType)]);
  for (const type of productTypes) for (const key of keysOf(ofType[type])) filled.add(key);
  expect(Object.keys(getTableColumns(products)).filter((column) => !filled.has(column))).toEqual([]);
});

test("copies every column of a lesson", async () => {
  const { id } = await makeProduct(app, { ownerId: creator.id, type: "COURSE" });
  const moduleId = await makeModule(id);
  const lesson: typeof lessons.$inferInsert = {
    moduleId,
    slug: "one",
    title: "One",
    content: "Text",
    contentDocument: {
      type: "doc",
      content: [],
    } as unknown as (typeof lessons.$inferSelect)["contentDocument"],
    videoUrl: "https://example.com/v",
    videoUploadId: uploadId,
    posterImageId: imageId,
    quiz: { questions: [] } as unknown as (typeof lessons.$inferSelect)["quiz"],
    assignment: { task: null } as unknown as (typeof lessons.$inferSelect)["assignment"],
    duration: 60,
    freePreview: true,
    dripDays: 3,
    position: 2,
  };
  const ownOfLesson = ["id", "moduleId", "revision", "updatedAt"];
  expect(Object.keys(getTableColumns(lessons)).toSorted()).toEqual(
    [...new Set([...Object.keys(lesson), ...ownOfLesson])].toSorted(),
  );
  await db.insert(lessons).values(lesson);
  const { body } = await app.as(creator).call(duplicateProduct, { params: { id } });
  expect((await lessonsOf(body.id)).map((copy) => without(copy, ownOfLesson))).toEqual(
    (await lessonsOf(id)).map((original) => without(original, ownOfLesson)),
  );
});

const keysOf = (fields: object): string[] => Object.keys(fields);

const without = (row: object, columns: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));

async function productOf(id: string): Promise<Product> {
  const [row] = await db.select().from(products).where(eq(products.id, id));
  if (!row) throw new Error("the product is gone");
  return row;
}

async function lessonsOf(productId: string) {
  const rows = await db
    .select({ lesson: lessons })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(eq(courseModules.productId, productId));
  return rows.map(({ lesson }) => lesson);
}

async function makeModule(productId: string): Promise<string> {
  const [row] = await db.insert(courseModules).values({ productId, title: "First" }).returning();
  if (!row) throw new Error("no module was made");
  return row.id;
}

async function makeImage(): Promise<string> {
  const [row] = await db
    .insert(images)
    .values({ ownerId: creator.id, kind: "cover", width: 800, height: 500, variants: [] })
    .returning();
  if (!row) throw new Error("no image was made");
  return row.id;
}

async function makeUpload(): Promise<string> {
  const [row] = await db
    .insert(uploads)
    .values({
      ownerId: creator.id,
      storageKey: crypto.randomUUID(),
      originalName: "guide.pdf",
      mimeType: "application/pdf",
      sizeBytes: 12,
    })
    .returning();
  if (!row) throw new Error("no upload was made");
  return row.id;
}
