import { expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { getBoughtCourse, getLesson } from "#contract/courses/courses.ts";
import { completeLesson, getCertificate, issueCertificate } from "#contract/courses/course-progress.ts";
import { getLibrary, listMemberDownloads } from "#contract/library/library.ts";
import { getReceiptPdf } from "#contract/orders/orders.ts";
import { listMemberPosts } from "#contract/posts/posts.ts";
import { posts } from "#server/database/schema/posts.ts";
import { videoCaptions } from "#server/database/schema/text-videos.ts";
import { removeOldCheckouts } from "#server/features/checkout/remove-old-checkouts.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { buyCourse, type Proof, proveAddress } from "#tests/support/bought-course.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { downloading } from "#tests/support/downloading.ts";
import { storeFile } from "#tests/support/edited-lesson.ts";
import { leavingOf, makeOnboarded } from "#tests/support/leaving-creator.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { testApp } from "#tests/support/test-app.ts";
import { clearAfterDeletions } from "./clear-after-deletions.ts";

const app = await testApp();
const { pool, db, files, secret } = app.services;
const { leave } = leavingOf(app);
const named = { firstName: "Grace", lastName: "Hopper" };

/** What was sold is paid out. */
const payOut = (ownerId: string) =>
  pool.query("update payment_shares set kind = 'FOREIGN' where owner_id = $1", [ownerId]);
const statusOf = async (url: string, { cookies = {} }: Proof) =>
  (await app.app.inject({ url, cookies })).statusCode;
const keyOf = async (uploadId: string) =>
  (await pool.query<{ key: string }>("select storage_key as key from uploads where id = $1", [uploadId]))
    .rows[0]?.key ?? "";

test("who bought a course goes on learning, and gets the certificate of a seller who is gone", async () => {
  const { id: ownerId, ...creator } = await makeOnboarded(app, named);
  const [handout, film, spare] = [
    await storeFile(app, ownerId, "handout.pdf", "application/pdf"),
    await storeFile(app, ownerId, "film.mp4", "video/mp4"),
    await storeFile(app, ownerId, "spare.pdf", "application/pdf"),
  ];
  await db.insert(videoCaptions).values({
    ownerId,
    uploadId: spare.id,
    language: "en",
    webvtt: "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n",
  });
  const course = await makeCourse(app, {
    ownerId,
    title: "Compilers",
    modules: [[{ attachments: { "Handout.pdf": handout.id }, videoUploadId: film.id }]],
  });
  const { order, paid } = await buyCourse(app, course);
  const earlier = await buyCourse(app, course);
  const lessonId = course.lessons[0]?.id ?? "";
  const name = { name: "Ada Lovelace" };
  const finish = async (proof: Proof) => {
    await app.call(completeLesson, { params: { lessonId }, body: { completed: true } }, proof);
    return app.call(issueCertificate, { params: { slug: course.slug }, body: name }, proof);
  };
  const { code } = (await finish(earlier.paid)).body;
  await payOut(ownerId);
  const spareKey = await keyOf(spare.id);
  await leave({ id: ownerId, ...creator });

  for (const proof of [paid, await proveAddress(app, order.customerId)]) {
    const outline = await app.call(getBoughtCourse, { params: { slug: course.slug } }, proof);
    expect([outline.status, outline.body.title]).toEqual([200, "Compilers"]);
    const lesson = (await app.call(getLesson, { params: { lessonId, email: anyBuyer } }, proof)).body;
    expect(await statusOf(lesson.attachments[0]?.url ?? "", proof)).toBe(200);
    expect(await statusOf(lesson.video?.kind === "FILE" ? lesson.video.url : "", proof)).toBe(200);
  }
  const certificate = await finish(paid);
  expect(certificate.body).toMatchObject({ courseTitle: "Compilers", creatorName: "Grace Hopper" });
  for (const issued of [code, certificate.body.code])
    expect((await app.call(getCertificate, { params: { code: issued } })).body.creatorName).toBe(
      "Grace Hopper",
    );

  // What no buyer needs is not stored any more, and its captions went along.
  expect(await files.size(spareKey)).toBeUndefined();
  expect((await pool.query("select from uploads where id = $1", [spare.id])).rowCount).toBe(0);
  expect((await pool.query("select from video_captions where owner_id = $1", [ownerId])).rowCount).toBe(0);
  const use = await pool.query("select bytes from storage_use where owner_id = $1", [ownerId]);
  expect(Number(use.rows[0]?.bytes)).toBe(2 * "bytes".length);
});

test("a download is sent, its receipt drawn, and both stand among the buyer's purchases", async () => {
  const creator = await makeOnboarded(app, named);
  const bought = await makeBoughtDownload(app, { product: { ownerId: creator.id, title: "Guide" } });
  await payOut(creator.id);
  await leave(creator);
  const { ask: askLink, tokenOf, get } = downloading(app);
  const file = await get(tokenOf(await askLink(bought)));
  expect([file.status, bought.data.equals(file.data)]).toEqual([200, true]);
  const headers = { "x-order-proof": receiptToken(secret, bought.order.id) };
  const receipt = await app.call(getReceiptPdf, { params: { id: bought.order.id } }, { headers });
  expect([receipt.status, receipt.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
  const proof = await proveAddress(app, bought.customer.id);
  const library = await app.call(getLibrary, {}, proof);
  expect(library.text).toContain("Guide");
  const downloads = await app.call(listMemberDownloads, { querystring: {} }, proof);
  expect(downloads.body).toMatchObject([{ productTitle: "Guide", isActive: true }]);
});

test("members read posts with their files to the end of what they paid for, and drafts are gone", async () => {
  const creator = await makeOnboarded(app, named);
  const { product, browser, currentPeriodEnd } = await joinMembership(app, {
    product: { ownerId: creator.id },
  });
  const attachment = await storeFile(app, creator.id, "notes.pdf", "application/pdf");
  const post = { ownerId: creator.id, productId: product.id, content: "**Hello**" };
  const publishedAt = new Date(app.clock.now().getTime() - 1_000);
  await db.insert(posts).values([
    { ...post, title: "Out", publishedAt, attachmentId: attachment.id },
    { ...post, title: "Draft", publishedAt: null },
  ]);
  await leave(creator);
  const read = () => browser.call(listMemberPosts, { querystring: {} });
  const [out, ...others] = (await read()).body.posts;
  expect([out?.title, others]).toEqual(["Out", []]);
  expect(out?.contentHtml).toContain("<strong>Hello</strong>");
  expect(await files.size(await keyOf(attachment.id))).toBeGreaterThan(0);
  const { rows } = await pool.query("select title from posts where owner_id = $1", [creator.id]);
  expect(rows).toEqual([{ title: "Out" }]);
  await passDays(app, (currentPeriodEnd.getTime() - app.clock.now().getTime()) / 86_400_000 + 1);
  expect((await read()).text).not.toContain("Hello");
});

test("what nobody bought goes, also out of the archive; what somebody may still pay for goes with that checkout", async () => {
  const creator = await makeOnboarded(app);
  const ownerId = creator.id;
  const file = await storeFile(app, ownerId, "film.mp4", "video/mp4");
  await makeProduct(app, { ownerId, state: "ARCHIVED" });
  const inCart = await makeProduct(app, { ownerId, type: "DOWNLOAD", digitalFileId: file.id });
  await openCheckout(app.browser(), inCart.id);
  const key = await keyOf(file.id);
  await leave(creator);
  const left = async () => (await pool.query("select id from products where owner_id = $1", [ownerId])).rows;
  expect(await left()).toEqual([{ id: inCart.id }]);
  expect(await files.size(key)).toBeGreaterThan(0);
  await clearAfterDeletions.handle(app.services, {});
  expect(await left()).toEqual([{ id: inCart.id }]);

  app.clock.advance({ days: 95 });
  await removeOldCheckouts(app.services);
  await clearAfterDeletions.handle(app.services, {});
  expect([await left(), await files.size(key)]).toEqual([[], undefined]);
});
