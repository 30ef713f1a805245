import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import { products } from "#server/database/schema/catalog.ts";
import { bundleParts } from "#server/database/schema/bundles.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { lessonCaptions } from "#server/database/schema/lesson-files.ts";
import { shippingRates } from "#server/database/schema/shipping.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { storeImage } from "#server/features/files/images.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import { saveQuizVersion } from "#server/features/courses/quiz/quiz-version.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import type { Services } from "#server/services.ts";
import { DEMO_PRODUCTS, type DemoProduct } from "./content/demo-products.ts";
import { DEMO_RATES } from "./content/demo-rates.ts";
import { DELIVERY_NOTES } from "./delivery-notes.ts";
import { readAsset, readCover, readPicture } from "./demo-assets.ts";
import { captionsOf } from "./demo-captions.ts";

/** The demo products' rows by the slug they have in the content. */
export type Shelf = Map<string, typeof products.$inferSelect>;

const mimeTypes: Record<string, string> = { pdf: "application/pdf", zip: "application/zip" };

/** Every product with its cover and file, and the course with its own videos. */
export async function seedShelf(services: Services, ownerId: string): Promise<Shelf> {
  const { db, clock } = services;
  const opened = clock.now().getTime() - 110 * 86_400_000;
  const slugs = await freeSlugs(services);
  const rows: (typeof products.$inferInsert)[] = [];
  for (const [index, product] of DEMO_PRODUCTS.entries()) {
    const createdAt = new Date(opened + index * 3_600_000);
    rows.push({
      ...(await coverOf(services, ownerId, product)),
      pictures: await picturesOf(services, ownerId, product),
      // As old as its product: to nobody who bought it is the file a new version.
      ...(await fileOf({ ...services, clock: { now: () => createdAt } }, ownerId, product)),
      ownerId,
      title: product.title,
      slug: slugs(product.slug),
      description: product.description,
      type: product.type,
      priceCents: product.priceCents,
      originalPriceCents: product.originalPriceCents,
      billingInterval: product.billingInterval,
      yearlyPriceCents: product.yearlyPriceCents,
      benefits: product.benefits,
      featured: product.featured,
      position: index + 1,
      requiresShipping: product.requiresShipping,
      trackInventory: product.inventoryQuantity !== null,
      inventoryQuantity: product.inventoryQuantity ?? 0,
      digitalFileType: product.digitalFileType,
      digitalFileExternalUrl: product.digitalFileExternalUrl,
      downloadButtonText: product.downloadButtonText,
      digitalExpirationDays: product.digitalExpirationDays,
      maxDownloads: product.maxDownloads,
      deliveryNote: DELIVERY_NOTES[product.slug] ?? null,
      questions: product.questions,
      ...(product.type === "EVENT" && workshopAfter(clock.now())),
      createdAt,
      updatedAt: createdAt,
    });
  }
  await db.insert(shippingRates).values(DEMO_RATES.map((rate) => ({ ...rate, ownerId })));
  const written = await db.insert(products).values(rows).returning();
  const shelf: Shelf = new Map();
  for (const product of DEMO_PRODUCTS) {
    const row = written.find(({ slug }) => slug === slugs(product.slug));
    if (!row) throw new Error(`${product.slug} was not written`);
    shelf.set(product.slug, row);
    await seedCourse(services, row, product);
  }
  await seedBundles(services, shelf);
  return shelf;
}

/** What each bundle consists of, once all of it is on the shelf. */
async function seedBundles({ db }: Services, shelf: Shelf): Promise<void> {
  for (const { slug, parts } of DEMO_PRODUCTS)
    for (const [place, partSlug] of parts.entries()) {
      const [bundle, part] = [shelf.get(slug), shelf.get(partSlug)];
      if (!bundle || !part) throw new Error(`${slug} cannot hold ${partSlug}`);
      await db.insert(bundleParts).values({
        bundleId: bundle.id,
        partId: part.id,
        ownerId: bundle.ownerId,
        partType: part.type,
        position: place + 1,
      });
    }
}

/** The first Thursday of a month that is well ahead: the demo store sells it for as long as it is looked at. */
function workshopAfter(now: Date) {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 5, 1, 17));
  day.setUTCDate(1 + ((11 - day.getUTCDay()) % 7));
  return {
    eventStartsAt: day,
    eventEndsAt: new Date(day.getTime() + 2 * 3_600_000),
    eventZone: "Europe/Lisbon",
    eventPlace: "Online",
  };
}

/** Slugs are shared by all stores: where somebody else has one already, the demo's gets an ending. */
async function freeSlugs({ db }: Services): Promise<(slug: string) => string> {
  const wanted = DEMO_PRODUCTS.map(({ slug }) => slug);
  const taken = await db.select({ slug: products.slug }).from(products).where(inArray(products.slug, wanted));
  const ending = `-${randomUUID().slice(0, 8)}`;
  const others = new Set(taken.map(({ slug }) => slug));
  return (slug) => (others.has(slug) ? `${slug}${ending}` : slug);
}

async function coverOf(services: Services, ownerId: string, { slug, title }: DemoProduct) {
  const cover = await storeImage(services, {
    ownerId,
    kind: "cover",
    data: await readCover(slug),
    alt: `Cover of ${title}`,
    generated: true,
  });
  return { coverImageId: cover.id };
}

async function picturesOf(services: Services, ownerId: string, { pictures }: DemoProduct) {
  const stored: { imageId: string; alt: string }[] = [];
  for (const { name, alt } of pictures) {
    const data = await readPicture(name);
    const { id } = await storeImage(services, { ownerId, kind: "cover", data, alt, generated: true });
    stored.push({ imageId: id, alt });
  }
  return stored;
}

async function fileOf(services: Services, ownerId: string, { fileName }: DemoProduct) {
  if (fileName === null) return {};
  const data = await readAsset(`files/${fileName}`);
  const mimeType = mimeTypes[fileName.split(".").at(-1) ?? ""] ?? "text/plain";
  const upload = await storeUpload(services, { ownerId, originalName: fileName, mimeType, data });
  return {
    digitalFileId: upload.id,
    digitalFileName: safeFileName(upload.originalName),
    digitalFileSize: upload.sizeBytes,
    digitalFileMimeType: upload.mimeType,
    digitalFileOriginalName: upload.originalName,
  };
}

async function seedCourse(
  services: Services,
  product: { id: string; ownerId: string },
  { modules }: DemoProduct,
): Promise<void> {
  for (const [position, module] of modules.entries()) {
    const moduleId = randomUUID();
    await services.db
      .insert(courseModules)
      .values({ id: moduleId, productId: product.id, title: module.title, position });
    const rows: (typeof lessons.$inferInsert)[] = [];
    for (const [index, lesson] of module.lessons.entries()) {
      const video =
        lesson.video &&
        (await storeUpload(services, {
          ownerId: product.ownerId,
          originalName: `${lesson.slug}.mp4`,
          mimeType: "video/mp4",
          data: await readAsset(`videos/${lesson.slug}.mp4`),
        }));
      rows.push({
        moduleId,
        slug: lesson.slug,
        title: lesson.title,
        contentDocument: documentOfMarkdown(lesson.contentMarkdown),
        videoUploadId: video ? video.id : null,
        duration: lesson.durationSeconds,
        quiz: lesson.quiz ?? null,
        assignment: lesson.assignment ?? null,
        freePreview: lesson.freePreview,
        dripDays: lesson.dripDays ?? 0,
        position: index,
      });
    }
    const made = await services.db
      .insert(lessons)
      .values(rows)
      .returning({ id: lessons.id, quiz: lessons.quiz });
    const captions = module.lessons.flatMap((lesson, index) => {
      const lessonId = made[index]?.id;
      return lesson.video && lessonId ? [{ lessonId, language: "en", webvtt: captionsOf(lesson) }] : [];
    });
    if (captions.length > 0) await services.db.insert(lessonCaptions).values(captions);
    for (const { id, quiz } of made)
      if (quiz) await saveQuizVersion(services.pool, id, quiz, services.clock.now());
  }
}
