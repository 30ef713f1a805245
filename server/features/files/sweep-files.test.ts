import { eq, inArray } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { images, type ImageVariant } from "#server/database/schema/accounts.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { uploads } from "#server/database/schema/files.ts";
import { lessonCaptions } from "#server/database/schema/lesson-files.ts";
import { posts } from "#server/database/schema/posts.ts";
import type { ImageKind } from "#server/images/encode-image-variants.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { storeImage } from "./images.ts";
import { storeUpload } from "./store-upload.ts";
import { sweepFiles } from "./sweep-files.ts";

const app = await testApp();
const { db, files } = app.services;

let ownerId: string;
let dot: Buffer;
beforeAll(async () => {
  ownerId = (await makeCreator(app)).id;
  dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
});

const upload = () =>
  storeUpload(app.services, {
    ownerId,
    originalName: "a.mp4",
    mimeType: "video/mp4",
    data: Buffer.from("x"),
  });
async function picture(kind: ImageKind) {
  const { id } = await storeImage(app.services, { ownerId, kind, data: dot });
  const [row] = await db.select().from(images).where(eq(images.id, id));
  return row!;
}
const isStored = async (key: string) => (await files.size(key)) !== undefined;
const areStored = async (variants: ImageVariant[]) =>
  new Set(await Promise.all(variants.map(({ storageKey }) => isStored(storageKey))));

test("what a product, a lesson or a post uses stays; what nothing has used for 30 days goes with its files", async () => {
  const [video, file, attachment, orphan] = [await upload(), await upload(), await upload(), await upload()];
  const poster = await picture("poster");
  const captionsPoster = await picture("poster");
  const postImage = await picture("post");
  const loosePoster = await picture("poster");
  const loosePost = await picture("post");
  const looseCover = await picture("cover");
  const looseAvatar = await picture("avatar");
  const course = await makeCourse(app, {
    ownerId,
    modules: [[{ videoUploadId: video.id, posterImageId: poster.id }]],
  });
  await db.insert(lessonCaptions).values({
    lessonId: course.lessons[0]!.id,
    language: "de",
    webvtt: "WEBVTT",
    posterImageId: captionsPoster.id,
  });
  await makeProduct(app, { ownerId, type: "DOWNLOAD", digitalFileType: "UPLOAD", digitalFileId: file.id });
  await db
    .insert(posts)
    .values({ ownerId, title: "News", imageId: postImage.id, attachmentId: attachment.id });

  app.clock.advance({ days: 29 });
  await sweepFiles(app.services);
  expect(await isStored(orphan.storageKey)).toBe(true);
  expect(await areStored(loosePoster.variants)).toEqual(new Set([true]));

  app.clock.advance({ days: 2 });
  await sweepFiles(app.services);
  const kept = [video, file, attachment];
  expect(await Promise.all([...kept, orphan].map(({ storageKey }) => isStored(storageKey)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(
    await db.$count(
      uploads,
      inArray(
        uploads.id,
        [...kept, orphan].map(({ id }) => id),
      ),
    ),
  ).toBe(3);
  for (const { id, variants } of [poster, captionsPoster, postImage, looseCover, looseAvatar]) {
    expect(await db.$count(images, eq(images.id, id))).toBe(1);
    expect(await areStored(variants)).toEqual(new Set([true]));
  }
  for (const { id, variants } of [loosePoster, loosePost]) {
    expect(await db.$count(images, eq(images.id, id))).toBe(0);
    expect(await areStored(variants)).toEqual(new Set([false]));
  }

  // Once the lesson lets go of them, they are nobody's.
  await db
    .update(lessons)
    .set({ videoUploadId: null, posterImageId: null })
    .where(eq(lessons.id, course.lessons[0]!.id));
  await sweepFiles(app.services);
  expect([await isStored(video.storageKey), await areStored(poster.variants)]).toEqual([
    false,
    new Set([false]),
  ]);
});

test("a lesson that begins to use a file while it is swept keeps it, or is told that it is gone", async () => {
  const orphans = await Promise.all(Array.from({ length: 12 }, upload));
  app.clock.advance({ days: 31 });
  const course = await makeCourse(app, { ownerId, modules: [Array.from({ length: 12 }, () => ({}))] });
  const uses = Promise.allSettled(
    orphans.map(({ id }, index) =>
      db.update(lessons).set({ videoUploadId: id }).where(eq(lessons.id, course.lessons[index]!.id)),
    ),
  );
  await sweepFiles(app.services);
  const outcomes = await uses;
  for (const [index, { id, storageKey }] of orphans.entries()) {
    const used = outcomes[index]!.status === "fulfilled";
    expect(await db.$count(uploads, eq(uploads.id, id))).toBe(used ? 1 : 0);
    expect(await isStored(storageKey)).toBe(used);
  }
});
