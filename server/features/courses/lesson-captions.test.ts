import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { previewLesson } from "#contract/courses/course-editor.ts";
import { getLesson, type LessonDetail } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { access } from "#server/database/schema/access.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { lessonCaptions } from "#server/database/schema/lesson-files.ts";
import { orders } from "#server/database/schema/orders.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, secret } = app.services;
const captions = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGrüße\n";
const portuguese = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOlá\n";
const data = Buffer.from("a film");
const locked = '403 {"message":"Lesson locked","code":"LESSON_LOCKED"}';

type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };

/** A bought course whose two lessons, a free one and a locked one, have a video with a poster and captions. */
async function captionedCourse(fields: Partial<typeof lessons.$inferInsert> = {}) {
  const { id: ownerId } = await makeCreator(app);
  const sent = { ownerId, originalName: "lesson.mp4", mimeType: "video/mp4", data };
  const video = await storeUpload(app.services, sent);
  const variants = [{ width: 640, format: "jpeg" as const, storageKey: "x" }];
  const [poster] = await db
    .insert(images)
    .values({ ownerId, kind: "poster", width: 640, height: 360, variants })
    .returning();
  const whole = {
    videoUploadId: video.id,
    posterImageId: poster!.id,
    captions: { en: captions, "pt-BR": portuguese },
    ...fields,
  };
  const course = await makeCourse(app, { ownerId, modules: [[{ ...whole, freePreview: true }, whole]] });
  const browser = newToken();
  const order = await makeOrder(app, { items: [{ product: course }], browserHash: hashToken(browser) });
  return {
    course,
    order,
    ownerId,
    poster: poster!,
    free: course.lessons[0]!,
    locked: course.lessons[1]!,
    browser: { cookies: { co: browser } } satisfies Proof,
    receipt: {
      headers: { "x-order-id": order.id, "x-order-proof": receiptToken(secret, order.id) },
    } satisfies Proof,
  };
}

const fileOf = ({ video }: LessonDetail) => {
  if (video?.kind !== "FILE") throw new Error("the lesson has no file to play");
  return { ...video, captionsUrl: video.captions[0]?.url ?? null };
};
const lessonFor = async (lessonId: string, proof: Proof = {}) =>
  fileOf((await app.call(getLesson, { params: { lessonId, email: anyBuyer } }, proof)).body);
const previewFor = async (id: string, productId: string, lessonId: string) =>
  fileOf((await app.as({ id }).call(previewLesson, { params: { productId, lessonId } })).body);

async function fetchLink(url: string | null, { headers = {}, cookies = {} }: Proof = {}) {
  const { statusCode, body, headers: got } = await app.app.inject({ url: url ?? "", headers, cookies });
  return { text: `${statusCode} ${body}`, headers: got };
}
/** What video and captions answer to the same proof. */
const both = async ({ url, captionsUrl }: { url: string; captionsUrl: string | null }, proof: Proof = {}) =>
  (await Promise.all([url, captionsUrl].map((link) => fetchLink(link, proof)))).map(({ text }) => text);
const open = [`200 ${data.toString()}`, `200 ${captions}`];

test("a lesson's video comes with its poster and its captions, which are sent as nothing but captions", async () => {
  const { locked, browser, poster } = await captionedCourse();
  const video = await lessonFor(locked.id, browser);
  expect(video.poster).toMatchObject({ src: `/images/${poster.id}/640.jpeg`, width: 640, height: 360 });
  expect(await both(video, browser)).toEqual(open);
  expect((await fetchLink(video.captionsUrl, browser)).headers).toMatchObject({
    "content-type": "text/vtt; charset=utf-8",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
  });
});

test("captions bring the poster of their language, never one of another creator's", async () => {
  const { locked, browser, poster, ownerId } = await captionedCourse();
  const setPoster = (posterImageId: string) =>
    db
      .update(lessonCaptions)
      .set({ posterImageId })
      .where(and(eq(lessonCaptions.lessonId, locked.id), eq(lessonCaptions.language, "pt-BR")));
  const posters = async () =>
    (await lessonFor(locked.id, browser)).captions.map(({ language, poster }) => [
      language,
      poster?.src ?? null,
    ]);
  const [own] = await db
    .insert(images)
    .values({ ownerId, kind: "poster", width: 640, height: 360, variants: poster.variants })
    .returning();
  await setPoster(own!.id);
  expect(await posters()).toEqual([
    ["en", null],
    ["pt-BR", `/images/${own!.id}/640.jpeg`],
  ]);
  const stranger = await captionedCourse();
  await setPoster(stranger.poster.id);
  expect(await posters()).toEqual([
    ["en", null],
    ["pt-BR", null],
  ]);
});

test("without captions there is no address for them, and one of before opens nothing", async () => {
  const { free } = await captionedCourse();
  const { captionsUrl } = await lessonFor(free.id);
  await db.delete(lessonCaptions).where(eq(lessonCaptions.lessonId, free.id));
  await db.update(lessons).set({ posterImageId: null }).where(eq(lessons.id, free.id));
  expect(await lessonFor(free.id)).toMatchObject({ captionsUrl: null, poster: null });
  expect((await fetchLink(captionsUrl)).text).toBe(locked);
});

test("what closes the video closes its captions: time, another browser, a dispute, a refund, the preview's end", async () => {
  const bought = await captionedCourse();
  const byBrowser = await lessonFor(bought.locked.id, bought.browser);
  const closed = [locked, locked];
  expect(await both(byBrowser)).toEqual(closed);
  expect(await both(byBrowser, { cookies: { co: newToken() } })).toEqual(closed);

  const byReceipt = await lessonFor(bought.locked.id, bought.receipt);
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, bought.order.id));
  expect(await both(byReceipt)).toEqual(closed);
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, bought.order.id));
  expect(await both(byReceipt)).toEqual(open);
  app.clock.advance({ hours: 12 });
  expect(await both(byReceipt)).toEqual(closed);
  const fresh = await lessonFor(bought.locked.id, bought.receipt);
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, bought.order.id));
  expect(await both(fresh)).toEqual(closed);

  const preview = await lessonFor(bought.free.id);
  expect(await both(preview)).toEqual(open);
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, bought.course.id));
  expect(await both(preview)).toEqual(closed);
});

test("a lesson that opens later keeps both back until then, and shows them to its creator", async () => {
  const { course, ownerId, locked, receipt } = await captionedCourse({ dripDays: 0 });
  const early = await lessonFor(locked.id, receipt);
  await db.update(lessons).set({ dripDays: 1 }).where(eq(lessons.id, locked.id));
  for (const text of await both(early)) expect(text).toContain("LESSON_NOT_OPEN");
  const cookies = cookiesOf(await sessionCookieOf(app, { id: ownerId }));
  expect(await both(await previewFor(ownerId, course.id, locked.id), { cookies })).toEqual(open);
});

test("a video of another site has captions for whoever may see it, and no video to fetch from here", async () => {
  const links = { youtube: "https://youtu.be/dQw4w9WgXcQ", file: "https://videos.example.com/a.mp4" };
  for (const videoUrl of Object.values(links)) {
    const bought = await captionedCourse({ videoUploadId: null, videoUrl });
    const { body } = await app.call(
      getLesson,
      { params: { lessonId: bought.locked.id, email: anyBuyer } },
      bought.browser,
    );
    expect(body.video).toMatchObject({ poster: { src: `/images/${bought.poster.id}/640.jpeg` } });
    const captionsUrl = body.video && "captions" in body.video ? body.video.captions[0]!.url : null;
    expect((await fetchLink(captionsUrl, bought.browser)).text).toBe(`200 ${captions}`);
    expect((await fetchLink(captionsUrl)).text).toBe(locked);
    const video = asVideo(captionsUrl);
    expect((await fetchLink(video, bought.browser)).text).toBe(locked);
    await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, bought.order.id));
    expect((await fetchLink(captionsUrl, bought.browser)).text).toBe(locked);
  }
});

const asVideo = (captionsUrl: string | null) =>
  captionsUrl!.replace("lesson-captions", "lesson-video").replace(/\/en$/, "");

test("each language of a lesson has its own captions, in the creator's order, and no other language any", async () => {
  const { locked: lesson, browser } = await captionedCourse();
  const video = await lessonFor(lesson.id, browser);
  expect(video.captions.map(({ language }) => language)).toEqual(["en", "pt-BR"]);
  const texts = await Promise.all(video.captions.map(({ url }) => fetchLink(url, browser)));
  expect(texts.map(({ text }) => text)).toEqual([`200 ${captions}`, `200 ${portuguese}`]);
  for (const language of ["de", "pt", "EN", "..", "%00"])
    expect((await fetchLink(video.captionsUrl!.replace(/en$/, language), browser)).text).not.toMatch(/^200/);
});

test("the link of one kind does not open the other", async () => {
  const { free } = await captionedCourse();
  const { url, captionsUrl } = await lessonFor(free.id);
  const crossed = [`${url.replace("lesson-video", "lesson-captions")}/en`, asVideo(captionsUrl)];
  for (const link of crossed) expect((await fetchLink(link)).text).toBe(locked);
});

test("a creator's preview plays for them alone, on sale or not, while the course is theirs", async () => {
  const { course, ownerId, locked: lesson, browser } = await captionedCourse();
  const stranger = await makeCreator(app);
  const mine = { cookies: cookiesOf(await sessionCookieOf(app, { id: ownerId })) };
  const theirs = { cookies: cookiesOf(await sessionCookieOf(app, stranger)) };
  const link = await previewFor(ownerId, course.id, lesson.id);
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, course.id));
  expect(await both(link, mine)).toEqual(open);
  for (const proof of [{}, theirs, browser]) expect(await both(link, proof)).toEqual([locked, locked]);
  // Nobody makes the link of another's out of their own.
  const forged = {
    url: link.url.replace(ownerId, stranger.id),
    captionsUrl: link.captionsUrl!.replace(ownerId, stranger.id),
  };
  expect(await both(forged, theirs)).toEqual([locked, locked]);

  app.clock.advance({ hours: 12 });
  const again = { cookies: cookiesOf(await sessionCookieOf(app, { id: ownerId })) };
  expect(await both(link, again)).toEqual([locked, locked]);
  const fresh = await previewFor(ownerId, course.id, lesson.id);
  expect(await both(fresh, again)).toEqual(open);
  await db.update(products).set({ state: "ARCHIVED" }).where(eq(products.id, course.id));
  expect(await both(fresh, again)).toEqual([locked, locked]);
});

const cookiesOf = (header: string): Record<string, string> => {
  const at = header.indexOf("=");
  return { [header.slice(0, at)]: header.slice(at + 1) };
};
