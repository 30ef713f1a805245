import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { type FurnishedCreator, makeFurnishedCreator } from "#tests/house/furnished-creator.ts";
import { exportsOf } from "#tests/support/account-exports.ts";
import { assignedLesson } from "#tests/support/assigned-lesson.ts";
import { makeAffiliate, makePayout } from "#tests/support/affiliate-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { removeAccountExports } from "./reconcile-exports.ts";

const app = await testApp();
const { services } = app;
const { pool, files } = services;
const day = 86_400_000;

const { ask, look, linkTo, fetchFile, take, storedOf } = exportsOf(app);
const texts = (zip: Map<string, Buffer>) =>
  [...zip].map(([path, data]) => `${path}\n${data.toString()}`).join("\n");
const table = (zip: Map<string, Buffer>, path: string) =>
  parse(zip.get(path)?.toString() ?? "", { bom: true, columns: true }) as unknown as Record<string, string>[];

describe("what is in an export", () => {
  const mark = `mine-${randomUUID()}`;
  const theirMark = `theirs-${randomUUID()}`;
  let mine: FurnishedCreator;
  let theirs: FurnishedCreator;
  let zip: Map<string, Buffer>;
  beforeAll(async () => {
    mine = await makeFurnishedCreator(app, mark);
    theirs = await makeFurnishedCreator(app, theirMark);
    await pool.query("update users set bio_document = $2 where id = $1", [
      mine.id,
      { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: `${mark} & co` }] }] },
    ]);
    await pool.query("update social_accounts set access_token = $2, refresh_token = $3 where user_id = $1", [
      mine.id,
      `sealed-${randomUUID()}`,
      `sealed-${randomUUID()}`,
    ]);
    zip = await take(mine, true);
  });

  test("tables and records say what the creator has", () => {
    expect(zip.get("README.txt")?.toString()).toContain("sales/orders.csv");
    for (const path of zip.keys())
      if (!path.startsWith("files/") && !path.startsWith("pictures/") && path !== "README.txt")
        expect(zip.get("README.txt")?.toString()).toContain(path);
    for (const path of [
      "people/tags.csv",
      "marketing/coupons.csv",
      "marketing/affiliates.csv",
      "messages/messages.csv",
      "people/reviews.csv",
      "people/assignments.csv",
      "sales/orders.csv",
      "sales/order-lines.csv",
      "content/posts.json",
      "content/lessons.json",
      "content/captions.json",
      "content/mailings.json",
    ])
      expect(zip.get(path)?.toString(), path).toContain(mark.slice(0, 40));
    expect(JSON.parse(zip.get("account/profile.json")?.toString() ?? "")).toMatchObject([
      { handle: mine.handle, bioHtml: `<p dir="auto">${mark} &amp; co</p>` },
    ]);
    const courses = JSON.parse(zip.get("content/courses.json")?.toString() ?? "") as {
      modules: { lessonIds: string[] }[];
    }[];
    const lessons = JSON.parse(zip.get("content/lessons.json")?.toString() ?? "") as { id: string }[];
    expect(lessons.length).toBeGreaterThan(1);
    expect(courses.flatMap(({ modules }) => modules).flatMap(({ lessonIds }) => lessonIds)).toEqual(
      lessons.map(({ id }) => id),
    );
  });

  test("amounts are those of the books", async () => {
    const { rows } = await pool.query<{ cents: number; orders: number }>(
      "select sum(total_cents)::int as cents, count(*)::int as orders from orders where owner_id = $1",
      [mine.id],
    );
    const orders = table(zip, "sales/orders.csv");
    expect(orders).toHaveLength(rows[0]?.orders ?? 0);
    const sum = orders.reduce((sum, order) => sum + Math.round(Number(order["Total"]) * 100), 0);
    expect(sum).toBe(rows[0]?.cents);
    expect(sum).toBeGreaterThan(0);
  });

  test("what they earned as an affiliate of others is theirs, and nothing else of those stores", async () => {
    const creator = await makeCreator(app);
    const affiliate = await makeAffiliate(app, { ownerId: theirs.id, userId: creator.id });
    const product = await makeProduct(app, { ownerId: theirs.id, title: theirMark });
    const order = await makeOrder(app, { items: [{ product }] });
    await makePayout(app, { affiliate, orderItem: order.items[0] });
    const zip = await take(creator);
    expect(table(zip, "account/affiliate-earnings.csv")).toMatchObject([
      { Store: theirs.handle, Commission: "1" },
    ]);
    expect(texts(zip)).not.toContain(theirMark);
  });

  test("files and pictures are there byte by byte, and their list leads to them", async () => {
    const { rows } = await pool.query<{ storage_key: string }>(
      "select storage_key from uploads where id = $1",
      [mine.ids.upload],
    );
    const listed = table(zip, "files.csv").find(({ Id }) => Id === mine.ids.upload);
    const stored = await (await files.read(rows[0]?.storage_key ?? "")).toArray();
    expect(zip.get(listed?.["In this ZIP"] ?? "")).toEqual(Buffer.concat(stored as Buffer[]));
    expect([...zip.keys()].filter((path) => path.startsWith("pictures/")).length).toBeGreaterThan(0);
  });

  test("nothing of another creator is in it", () => {
    const all = texts(zip);
    expect(all).toContain(mark);
    expect(all).not.toContain(theirMark);
    for (const id of [theirs.id, theirs.email, theirs.handle, ...Object.values(theirs.ids)])
      expect(all).not.toContain(id);
  });

  test("nothing that opens or proves something is in it", async () => {
    const { rows: columns } = await pool.query<{ place: string; text: string }>(`
      select format('%s.%s', table_name, column_name) as place,
             format('select distinct %I::text as value from %I where %I is not null', column_name, table_name, column_name) as text
        from information_schema.columns
       where table_schema = 'public' and column_name ~ 'token|hash|secret|salt|sealed|auth_|card_|_key$|endpoint|receiver|sid$|network|ip_address'
         and data_type in ('text', 'inet', 'character varying') and table_name not like '\\_\\_%'`);
    const all = texts(zip);
    let looked = 0;
    for (const { place, text } of columns) {
      // Who joined a mailing list from where is the proof of their consent, which the creator has to keep.
      if (place === "subscribers.ip_address") continue;
      const { rows } = await pool.query<{ value: string }>(text);
      for (const { value } of rows)
        if (value.length > 7) {
          looked++;
          expect(all.includes(value), `${place}: ${value}`).toBe(false);
        }
    }
    expect(looked).toBeGreaterThan(20);
  });

  test("what a buyer has not handed in is theirs alone", async () => {
    const lesson = await assignedLesson(app);
    const creator = { id: lesson.course.ownerId };
    await lesson.write("Half of it");
    expect((await lesson.send(1)).statusCode).toBe(200);
    const before = await take(creator, true);
    expect([...before.keys()].filter((path) => path.startsWith("files/"))).toEqual([]);
    expect([table(before, "files.csv"), table(before, "people/assignments.csv")]).toEqual([[], []]);
    expect((await lesson.handIn("All of it")).status).toBe(200);
    const after = await take(creator, true);
    expect([...after.keys()].filter((path) => path.endsWith("/logo.pdf"))).toHaveLength(1);
    expect(table(after, "files.csv")).toMatchObject([{ Name: "logo.pdf", "Handed in by a buyer": "yes" }]);
  });

  test("without files there is their list alone", async () => {
    const without = await take(mine);
    expect([...without.keys()].filter((path) => /^(files|pictures)\//.test(path))).toEqual([]);
    expect(table(without, "files.csv").length).toBeGreaterThan(0);
  });

  test("cells that would begin a formula are text", async () => {
    const creator = await makeCreator(app);
    await pool.query("insert into tags (owner_id, name) values ($1, '=1+1')", [creator.id]);
    expect(table(await take(creator), "people/tags.csv")).toMatchObject([{ Tag: "'=1+1" }]);
  });

  test("a file that is gone is named, and the others are there", async () => {
    const creator = await makeCreator(app);
    const file = { ownerId: creator.id, mimeType: "application/pdf", data: Buffer.from("%PDF-1.7 x") };
    const [gone, kept] = [
      await storeUpload(services, { ...file, originalName: "gone.pdf" }),
      await storeUpload(services, { ...file, originalName: "../../=kept?.pdf" }),
    ];
    const { rows } = await pool.query<{ key: string }>(
      "select storage_key as key from uploads where id = $1",
      [gone.id],
    );
    await files.remove(rows[0]?.key ?? "");
    const zip = await take(creator, true);
    expect(zip.get("files-left-out.txt")?.toString()).toContain(`files/${gone.id}/gone.pdf`);
    expect([...zip.keys()].filter((path) => path.startsWith("files/"))).toEqual([
      `files/${kept.id}/=kept_.pdf`,
    ]);
  });
});

describe("who may have one, and how often", () => {
  test("of two asked for at once one is made", async () => {
    const creator = await makeCreator(app);
    const answers = await Promise.all([ask(creator), ask(creator), ask(creator)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await look(creator)).newest).toMatchObject({ state: "QUEUED", percent: 0 });
  });

  test("three in 24 hours, then one when the first of them is a day old", async () => {
    const creator = await makeCreator(app);
    const began = app.clock.now().getTime();
    let first = began;
    for (let made = 0; made < 3; made++) {
      expect((await look(creator)).nextAt).toBeNull();
      await take(creator);
      if (made === 0) first = app.clock.now().getTime();
      app.clock.advance({ minutes: 1 });
    }
    const { nextAt } = await look(creator);
    expect(Date.parse(nextAt ?? "")).toBeGreaterThanOrEqual(began + day);
    expect(Date.parse(nextAt ?? "")).toBeLessThanOrEqual(first + day);
    expect(await ask(creator)).toMatchObject({ status: 409, body: { code: "EXPORTS_OF_THE_DAY" } });
    app.clock.advance({ hours: 24, minutes: -3, seconds: 10 });
    expect((await ask(creator)).status).toBe(201);
    await app.runJobs();
  });

  test("its link opens for its creator, signed in, in ranges, for a week", async () => {
    const creator = await makeCreator(app);
    await take(creator);
    const url = await linkTo(creator);
    const whole = await fetchFile(url, creator);
    expect(whole.headers).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "private, no-store",
    });
    expect(whole.headers["content-disposition"]).toContain(`${creator.handle}-openstall-`);
    const part = await fetchFile(url, creator, { range: "bytes=2-9" });
    expect([part.statusCode, part.rawPayload.equals(whole.rawPayload.subarray(2, 10))]).toEqual([206, true]);
    expect((await fetchFile(url)).statusCode).toBe(401);
    const stranger = await makeCreator(app);
    expect((await fetchFile(url, stranger)).statusCode).toBe(404);
    expect((await fetchFile(`${url.slice(0, -2)}zz`, creator)).statusCode).toBe(404);
    expect((await fetchFile("/api/account/exports/x", creator)).statusCode).toBe(404);
    app.clock.advance({ days: 7, minutes: -1 });
    const late = await linkTo(creator);
    expect((await fetchFile(late, creator)).statusCode).toBe(200);
    app.clock.advance({ minutes: 2 });
    expect((await fetchFile(late, creator)).statusCode).toBe(404);
    await removeAccountExports.handle(services, {});
    expect((await look(creator)).newest).toMatchObject({ state: "EXPIRED" });
    expect(await storedOf(creator.id)).toEqual([]);
  });

  test("its creator is mailed, without a link that opens it, and finds it in the account's log", async () => {
    const creator = await makeCreator(app);
    await take(creator, true);
    const { rows } = await pool.query<{ subject: string; text: string }>(
      `select subject, text from mailbox where "to" = $1`,
      [creator.email],
    );
    expect(rows).toMatchObject([{ subject: "Your export is ready" }]);
    expect(rows[0]?.text).toContain("/admin?tab=settings&view=data");
    expect(rows[0]?.text).not.toContain("/api/");
    const log = await pool.query(
      "select kind, detail from account_events where owner_id = $1 and kind <> 'SIGNED_IN'",
      [creator.id],
    );
    expect(log.rows).toEqual([{ kind: "EXPORT_ASKED_FOR", detail: { files: "yes" } }]);
  });

  test("the newest is the only one that is kept, and counts in no limit of the creator's", async () => {
    const creator = await makeCreator(app);
    await makeProduct(app, { ownerId: creator.id });
    await take(creator);
    const [first] = await storedOf(creator.id);
    await take(creator);
    const now = await storedOf(creator.id);
    expect(now).toHaveLength(1);
    expect(now).not.toEqual([first]);
    const { rows } = await pool.query("select bytes from storage_use where owner_id = $1 and bytes > 0", [
      creator.id,
    ]);
    expect(rows).toEqual([]);
  });
});
