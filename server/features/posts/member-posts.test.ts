import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listMemberPosts } from "#contract/posts/posts.ts";
import { access, buyerSessions, subscriptions } from "#server/database/schema/access.ts";
import { uploads } from "#server/database/schema/files.ts";
import { customers, orders } from "#server/database/schema/orders.ts";
import { posts } from "#server/database/schema/posts.ts";
import { browserCookieName } from "#server/features/access/browser-cookie.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, config, secret } = app.services;

/** Proves an address: its bearer token. */
async function prove(customerId: string) {
  const token = newToken();
  await db.insert(buyerSessions).values({
    tokenHash: hashToken(token),
    kind: "BEARER",
    customerId,
    expiresAt: new Date(app.clock.now().getTime() + 86_400_000),
  });
  return { authorization: `Bearer ${token}` };
}

/** A creator with a membership and somebody who bought it; `post` writes for its members. */
async function makeMember(fields: { ownerId?: string } = {}) {
  const ownerId = fields.ownerId ?? (await makeCreator(app)).id;
  const product = await makeProduct(app, { ownerId, type: "MEMBERSHIP", title: "Inner circle" });
  const browser = newToken();
  const order = await makeOrder(app, { items: [{ product }], browserHash: hashToken(browser) });
  const headers = await prove(order.customerId);
  const post = async (values: Partial<typeof posts.$inferInsert> = {}) =>
    (
      await db
        .insert(posts)
        .values({
          ownerId,
          productId: product.id,
          title: "News",
          publishedAt: new Date(app.clock.now().getTime() - 1_000),
          ...values,
        })
        .returning()
    )[0]!;
  const read = (querystring: { handle?: string; before?: string } = {}) =>
    app.call(listMemberPosts, { querystring }, { headers });
  const titles = async () => (await read()).body.posts.map(({ title }) => title);
  return { ownerId, product, order, browser, headers, post, read, titles };
}

test("a member reads what is published for their membership and for all, as safe HTML, the newest first", async () => {
  const { ownerId, post, read } = await makeMember();
  const now = app.clock.now().getTime();
  const other = await makeProduct(app, { ownerId, type: "MEMBERSHIP" });
  await post({
    title: "First",
    publishedAt: new Date(now - 60_000),
    content: "<script>alert(1)</script> **bold**",
  });
  await post({ title: "For all", productId: null });
  await post({ title: "A draft", publishedAt: null });
  await post({ title: "Of tomorrow", publishedAt: new Date(now + 86_400_000) });
  await post({ title: "Of another membership", productId: other.id });
  const { status, body, text } = await read();
  expect(status).toBe(200);
  expect(body.posts.map(({ title, membership }) => [title, membership])).toEqual([
    ["For all", null],
    ["First", "Inner circle"],
  ]);
  expect(body.posts[1]?.contentHtml).toBe(
    '<p dir="auto">&lt;script&gt;alert(1)&lt;/script&gt; <strong>bold</strong></p>',
  );
  expect(text).not.toContain("ownerId");
});

test("what is to come appears at its moment", async () => {
  const { post, titles } = await makeMember();
  await post({ title: "Later", publishedAt: new Date(app.clock.now().getTime() + 3_600_000) });
  expect(await titles()).toEqual([]);
  app.clock.advance({ hours: 1, seconds: 1 });
  expect(await titles()).toEqual(["Later"]);
});

test("a proved address, the browser that paid and the receipt read; an address that is known does not", async () => {
  const { post, order, browser, headers } = await makeMember();
  await post();
  const answers = [];
  for (const proof of [
    { cookies: { [browserCookieName(config)]: browser } },
    { headers: { "x-order-id": order.id, "x-order-proof": receiptToken(secret, order.id) } },
  ])
    expect((await app.call(listMemberPosts, { querystring: {} }, proof)).body.posts).toHaveLength(1);
  for (const proof of [
    {},
    { cookies: { [browserCookieName(config)]: newToken() } },
    { headers: { "x-order-id": order.id, "x-order-proof": newToken() } },
    { headers: { authorization: `Bearer ${newToken()}` } },
    { headers: { authorization: `${headers.authorization}x` } },
  ])
    answers.push(await app.call(listMemberPosts, { querystring: {} }, proof));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test("somebody else's proof, and a creator of whom they are no member, show nothing", async () => {
  const { ownerId, post } = await makeMember();
  await post();
  await post({ productId: null });
  const stranger = await makeMember();
  const { rows } = await app.services.pool.query<{ handle: string }>(
    "select handle from users where id = $1",
    [ownerId],
  );
  expect(await stranger.titles()).toEqual([]);
  const named = await stranger.read({ handle: rows[0]!.handle });
  expect(named.text).toBe((await stranger.read({ handle: "nobody_at_all" })).text);
  // Bought something else of the same creator: posts for all are for members alone.
  const course = await makeProduct(app, { ownerId, type: "COURSE" });
  const order = await makeOrder(app, { items: [{ product: course }] });
  const bought = await app.call(
    listMemberPosts,
    { querystring: {} },
    { headers: await prove(order.customerId) },
  );
  expect(bought.body.posts).toEqual([]);
});

test("who is a member elsewhere reads nothing of a creator of whom they bought something else", async () => {
  const { ownerId, post } = await makeMember();
  await post({ productId: null, title: "For all members" });
  const elsewhere = await makeMember();
  const course = await makeProduct(app, { ownerId, type: "COURSE" });
  await makeOrder(app, { items: [{ product: course }], email: elsewhere.order.email });
  expect(await elsewhere.titles()).toEqual([]);
});

test("one creator's posts can be asked for, in any case of the handle", async () => {
  const { ownerId, order, post, read } = await makeMember();
  await post({ title: "Theirs" });
  const second = await makeProduct(app, { type: "MEMBERSHIP" });
  await makeOrder(app, { items: [{ product: second }], email: order.email });
  await post({ title: "Another's", ownerId: second.ownerId, productId: second.id });
  expect((await read()).body.posts).toHaveLength(2);
  const { rows } = await app.services.pool.query<{ handle: string }>(
    "select handle from users where id = $1",
    [ownerId],
  );
  const one = await read({ handle: rows[0]!.handle.toUpperCase() });
  expect(one.body.posts.map(({ title }) => title)).toEqual(["Theirs"]);
});

test("pages join without a gap or a repetition, also where many came at the same moment", async () => {
  const { post, read } = await makeMember();
  const at = new Date(app.clock.now().getTime() - 5_000);
  for (let count = 0; count < 45; count++)
    await post({
      title: `Post ${count}`,
      publishedAt: count % 3 === 0 ? new Date(at.getTime() - count) : at,
    });
  const seen: string[] = [];
  let before: string | undefined;
  const sizes: number[] = [];
  do {
    const { body } = await read(before === undefined ? {} : { before });
    seen.push(...body.posts.map(({ id }) => id));
    sizes.push(body.posts.length);
    before = body.next ?? undefined;
  } while (before !== undefined);
  expect(sizes).toEqual([20, 20, 5]);
  expect(new Set(seen).size).toBe(45);
  for (const odd of ["x", "1", "1.2", "99999999999999.x", `${"9".repeat(20)}.${crypto.randomUUID()}`])
    expect((await read({ before: odd })).status, odd).toBe(422);
  expect((await read({ before: `99999999999999.${crypto.randomUUID()}` })).body.posts).toHaveLength(20);
});

test("a refund, a dispute, revoked access and an erased address close posts and files at once", async () => {
  for (const close of [
    ({ order }: Awaited<ReturnType<typeof makeMember>>) =>
      db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id)),
    ({ order }: Awaited<ReturnType<typeof makeMember>>) =>
      db.update(orders).set({ disputed: true }).where(eq(orders.id, order.id)),
  ]) {
    const member = await makeMember();
    const url = await attach(member);
    expect((await app.app.inject({ url })).statusCode).toBe(200);
    await close(member);
    expect(await member.titles()).toEqual([]);
    expect((await app.app.inject({ url })).statusCode).toBe(404);
  }
  const erased = await makeMember();
  const url = await attach(erased);
  await db.update(customers).set({ erasedAt: new Date() }).where(eq(customers.id, erased.order.customerId));
  expect((await erased.read()).status).toBe(401);
  expect((await app.app.inject({ url })).statusCode).toBe(404);
});

test("a membership that has ended closes its posts at the end of its period, and opens none before its time", async () => {
  const { product, orderId, id } = await joinMembership(app);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const titles = async () =>
    (
      await app.call(listMemberPosts, { querystring: {} }, { headers: await prove(order!.customerId) })
    ).body.posts.map(({ title }) => title);
  await db.insert(posts).values({
    ownerId: product.ownerId,
    productId: product.id,
    title: "For members",
    publishedAt: new Date(app.clock.now().getTime() - 1_000),
  });
  expect(await titles()).toEqual(["For members"]);
  await passDays(app, 3);
  expect(await titles()).toEqual(["For members"]);
  await db
    .update(subscriptions)
    .set({ status: "canceled", currentPeriodEnd: new Date(app.clock.now().getTime() + 86_400_000) })
    .where(eq(subscriptions.id, id));
  expect(await titles()).toEqual(["For members"]);
  app.clock.advance({ days: 2 });
  expect(await titles()).toEqual([]);
});

/** Publishes a post with a file; its link, as the member gets it. */
async function attach(
  { ownerId, post, read }: Awaited<ReturnType<typeof makeMember>>,
  name = "grid kit.pdf",
  title = "With a file",
) {
  const upload = await storeUpload(app.services, {
    ownerId,
    originalName: name,
    mimeType: "application/pdf",
    data: Buffer.from("%PDF-1.7 for members"),
  });
  await post({ title, attachmentId: upload.id });
  const { body } = await read();
  const url = body.posts.find((listed) => listed.title === title)?.attachment?.url;
  if (!url) throw new Error("the post has no file");
  return url;
}

test("a post's file is sent whole and in ranges, as an attachment that no browser runs", async () => {
  const member = await makeMember();
  const url = await attach(member, "Grüße.pdf");
  const whole = await app.app.inject({ url });
  expect(whole.statusCode).toBe(200);
  expect(whole.body).toBe("%PDF-1.7 for members");
  expect(whole.headers).toMatchObject({
    "content-disposition": "attachment; filename=Gru_e.pdf; filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
  });
  const part = await app.app.inject({ url, headers: { range: "bytes=5-7" } });
  expect([part.statusCode, part.body]).toEqual([206, "1.7"]);
  const head = await app.app.inject({ method: "HEAD", url });
  expect([head.statusCode, head.headers["content-length"], head.body]).toEqual([200, "20", ""]);
});

test("a link to a file is good for 12 hours, for one post and member, and cannot be bent", async () => {
  const member = await makeMember();
  const url = await attach(member);
  const [postId, orderId, expires, signature] = url.split("/").at(-1)!.split(".");
  const other = await makeMember();
  const theirs = await attach(other);
  const [theirPost] = theirs.split("/").at(-1)!.split(".");
  for (const bent of [
    [theirPost, orderId, expires, signature],
    [postId, other.order.id, expires, signature],
    [postId, orderId, Number(expires) + 1, signature],
    [postId, orderId, expires, `${signature}x`],
    [postId, orderId, expires],
    [postId, orderId, expires, signature, "x"],
    ["' or 1=1", orderId, expires, signature],
    ["x"],
  ])
    expect(
      (await app.app.inject({ url: `/api/post-attachment/${encodeURIComponent(bent.join("."))}` }))
        .statusCode,
    ).toBe(404);
  expect((await app.app.inject({ url })).statusCode).toBe(200);
  app.clock.advance({ hours: 12, seconds: 1 });
  expect((await app.app.inject({ url })).statusCode).toBe(404);
});

test("a link sends the file of its own post", async () => {
  const member = await makeMember();
  for (const name of ["first.pdf", "second.pdf", "third.pdf"]) {
    const { headers } = await app.app.inject({ url: await attach(member, name, name) });
    expect(headers["content-disposition"]).toContain(name);
  }
});

test("a post whose file is not stored shows none, and gives none", async () => {
  const member = await makeMember();
  const url = await attach(member);
  const [post] = await db.select().from(posts).where(eq(posts.ownerId, member.ownerId));
  await db
    .update(uploads)
    .set({ state: "RECEIVING" })
    .where(eq(uploads.id, post?.attachmentId ?? ""));
  expect((await member.read()).body.posts.map(({ attachment }) => attachment)).toEqual([null]);
  expect((await app.app.inject({ url })).statusCode).toBe(404);
});

test("a post that is taken back, or loses its file, gives it to nobody", async () => {
  const member = await makeMember();
  const url = await attach(member);
  const id = (await member.read()).body.posts[0]!.id;
  await db.update(posts).set({ publishedAt: null }).where(eq(posts.id, id));
  expect((await app.app.inject({ url })).statusCode).toBe(404);
  await db
    .update(posts)
    .set({ publishedAt: new Date(0), attachmentId: null })
    .where(eq(posts.id, id));
  expect((await app.app.inject({ url })).statusCode).toBe(404);
});
