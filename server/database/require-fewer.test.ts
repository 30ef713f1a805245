import { expect, test } from "vitest";
import { createAffiliateLink } from "#contract/affiliates/affiliates.ts";
import { archiveProduct, listArchivedProducts } from "#contract/catalog/archived-products.ts";
import { createProduct } from "#contract/catalog/catalog.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { createCoupon } from "#contract/coupons/coupons.ts";
import { createLesson, createModule } from "#contract/courses/course-editor.ts";
import { createOrderBump } from "#contract/offers/order-bumps.ts";
import { createUpsell } from "#contract/offers/upsells.ts";
import { createPost } from "#contract/posts/posts.ts";
import { createAutomationRule } from "#contract/social/automation-rules.ts";
import { createKeywordResponse } from "#contract/social/keyword-responses.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

async function aStore() {
  const creator = await makeCreator(app);
  return { creator, me: app.as(creator), product: await makeProduct(app, { ownerId: creator.id }) };
}
type Store = Awaited<ReturnType<typeof aStore>>;

/** Writes a row so many times more; `other`, SQL of a JSON object by the number `n`, says what else is different. */
async function copies(table: string, id: string, times: number, other = "'{}'") {
  for (let from = 1; from <= times; from += 500)
    await pool.query(
      `insert into ${table}
       select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()) || ${other}::jsonb)).*
         from ${table} r, generate_series($2::int, $3::int) n where r.id = $1`,
      [id, from, Math.min(from + 499, times)],
    );
}

let made = 0;
const slug = () => `fewer-${++made}`;
const productBody = () => ({ title: "Kit", slug: slug(), type: "DOWNLOAD" as const, active: false });
const otherSlug = "jsonb_build_object('slug', 'copy-' || gen_random_uuid())";
const full = { status: 409, body: { code: "STORE_FULL" } };

type Answer = { status: number; body: unknown };
/** How one more is made, and how the first becomes as many as there may be. */
type Kind = { most: number; add: () => Promise<Answer>; table: string; other?: string };

const kinds: Record<string, (store: Store) => Promise<Kind>> = {
  coupons: async ({ me }) => ({
    most: 2_000,
    table: "coupons",
    other: "jsonb_build_object('code', 'COPY' || n)",
    add: () => me.call(createCoupon, { body: { code: `CODE${++made}` } }),
  }),
  posts: async ({ me }) => ({
    most: 5_000,
    table: "posts",
    add: () => me.call(createPost, { body: { title: "News" } }),
  }),
  "affiliate links": async ({ me }) => ({
    most: 5_000,
    table: "affiliate_links",
    other: "jsonb_build_object('code', 'copy-' || gen_random_uuid())",
    add: () => me.call(createAffiliateLink, { body: { code: `CODE-${++made}` } }),
  }),
  "order bumps": async ({ me, creator, product }) => ({
    most: 1_000,
    table: "order_bumps",
    other: await ofOtherProducts(product.id, "main_product_id"),
    async add() {
      const { id: bumpProductId } = await makeProduct(app, { ownerId: creator.id });
      return me.call(createOrderBump, {
        body: { mainProductId: product.id, bumpProductId, title: "And this" },
      });
    },
  }),
  upsells: async ({ me, creator, product }) => ({
    most: 1_000,
    table: "upsells",
    other: await ofOtherProducts(product.id, "trigger_product_id"),
    async add() {
      const { id: upsellProductId } = await makeProduct(app, { ownerId: creator.id });
      const body = { triggerProductId: product.id, upsellProductId, title: "And this", sequence: ++made };
      return me.call(createUpsell, { body });
    },
  }),
  "keyword responses": async ({ me, creator }) => {
    const { id: socialAccountId } = await makeSocialAccount(app, { userId: creator.id });
    return {
      most: 1_000,
      table: "keyword_responses",
      add: () =>
        me.call(createKeywordResponse, {
          body: { socialAccountId, keyword: `WORD${++made}`, responseText: "Here you are" },
        }),
    };
  },
  "automation rules": async ({ me, creator }) => {
    const { id: socialAccountId } = await makeSocialAccount(app, { userId: creator.id });
    return {
      most: 1_000,
      table: "automation_rules",
      add: () =>
        me.call(createAutomationRule, {
          body: {
            socialAccountId,
            ruleName: "Hello",
            triggerType: "FOLLOW",
            actionType: "ADD_TO_LIST",
            conditions: { listName: "Fans" },
          },
        }),
    };
  },
};

/** As many products more, of which each row names another one. */
async function ofOtherProducts(productId: string, column: string) {
  const stem = `${slug()}-numbered-`;
  await copies("products", productId, 1_000, `jsonb_build_object('slug', '${stem}' || n)`);
  return `jsonb_build_object('${column}', (select id from products where slug = '${stem}' || n))`;
}

test.each(Object.keys(kinds))("a store has only so many %s, and one more is refused", async (kind) => {
  const store = await aStore();
  const { most, add, table, other } = (await kinds[kind]?.(store)) ?? {};
  if (most === undefined || add === undefined || table === undefined) throw new Error("no such kind");
  const first = (await add()) as { status: number; body: { id: string } };
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  await copies(table, first.body.id, most - 2, other);
  expect((await add()).status).toBe(201);
  expect(await add()).toMatchObject(full);
  // Another store has its own.
  expect((await (await kinds[kind]?.(await aStore()))?.add())?.status).toBe(201);
});

test("codes that were made for carts take no room from a creator's own coupons", async () => {
  const { me, product, creator } = await aStore();
  const add = () => me.call(createCoupon, { body: { code: `CODE${++made}` } });
  const { body } = await add();
  await copies("coupons", body.id, 2_000, "jsonb_build_object('code', 'CART' || n)");
  expect(await add()).toMatchObject(full);
  await pool.query(
    `insert into abandoned_carts (owner_id, product_id, email, price_cents, currency, left_at, abandoned_at, expires_at, outcome, made_code, code_made_at)
     select $1, $2, 'fan-' || n || '@example.com', 900, 'USD', now(), now(), now(), 'EXPIRED', 'CART' || n, now() from generate_series(1, 2000) n`,
    [creator.id, product.id],
  );
  expect((await add()).status).toBe(201);
});

test("a store has 500 products beside its archive, and of two at the same moment one is the last", async () => {
  const { me, product } = await aStore();
  await copies("products", product.id, 498, otherSlug);
  const create = () => me.call(createProduct, { body: productBody() });
  const two = await Promise.all([create(), create()]);
  expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const params = { id: product.id };
  expect(await me.call(duplicateProduct, { params })).toMatchObject(full);
  const archive = (isArchived: boolean) => me.call(archiveProduct, { params, body: { isArchived } });
  expect((await archive(true)).status).toBe(200);
  expect((await create()).status).toBe(201);
  expect(await archive(false)).toMatchObject(full);
  expect((await me.call(listArchivedProducts)).body.map(({ id }) => id)).toEqual([product.id]);
  // What is on the shelf already needs no room there, and what is nobody's none either.
  const restore = (id: string) => me.call(archiveProduct, { params: { id }, body: { isArchived: false } });
  expect((await restore(two.find(({ status }) => status === 201)?.body.id ?? "")).status).toBe(200);
  expect((await restore(crypto.randomUUID())).status).toBe(404);
});

test("of two archived products that come back at the same moment one finds the last place", async () => {
  const { me, product } = await aStore();
  const other = (await me.call(duplicateProduct, { params: { id: product.id } })).body;
  const both = [product.id, other.id];
  for (const id of both) await me.call(archiveProduct, { params: { id }, body: { isArchived: true } });
  const shown = (await me.call(createProduct, { body: productBody() })).body;
  await copies("products", shown.id, 498, otherSlug);
  const back = await Promise.all(
    both.map((id) => me.call(archiveProduct, { params: { id }, body: { isArchived: false } })),
  );
  expect(back.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("what is archived makes room up to 5,000 products in all", async () => {
  const { me, product } = await aStore();
  const archived = `${otherSlug} || jsonb_build_object('state', 'ARCHIVED')`;
  await copies("products", product.id, 4_998, archived);
  const create = () => me.call(createProduct, { body: productBody() });
  expect((await create()).status).toBe(201);
  expect(await create()).toMatchObject(full);
});

test("all courses of a store together have 5,000 lessons, and a copy of one counts with all that are in it", async () => {
  const { me } = await aStore();
  const course = async () => {
    const { body } = await me.call(createProduct, { body: { ...productBody(), type: "COURSE" } });
    const params = { productId: body.id };
    const { modules } = (await me.call(createModule, { params, body: { title: "One" } })).body;
    const moduleId = modules[0]?.id ?? "";
    const add = () =>
      me.call(createLesson, { params: { ...params, moduleId }, body: { title: `L${++made}` } });
    return { id: body.id, add };
  };
  const [large, small] = [await course(), await course()];
  const { body } = await large.add();
  const lessonId = body.modules[0]?.lessons[0]?.id ?? "";
  await copies("lessons", lessonId, 4_995, otherSlug);
  for (const lesson of [await small.add(), await small.add()]) expect(lesson.status).toBe(200);
  const copy = () => me.call(duplicateProduct, { params: { id: small.id } });
  expect((await copy()).status).toBe(201);
  expect(await copy()).toMatchObject(full);
  expect(await small.add()).toMatchObject(full);
});
