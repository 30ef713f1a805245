import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { updateProfile } from "#contract/accounts/accounts.ts";
import { createProduct, updateProduct } from "#contract/catalog/catalog.ts";
import { findOrCreateCreator } from "#server/features/accounts/new-creator.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { servePages } from "./serve-pages.ts";

const app = await testApp();
const mark = () => Math.random().toString(36).slice(2, 10);

/** Pages of which none is there, in front of the real database. */
async function missingPages() {
  const pages = Fastify();
  await pages.register(cookie);
  const web = {
    pageMode: (path: string) => (path.startsWith("/u/") ? ("static" as const) : ("ssr" as const)),
    fetch: async () => new Response("not there", { status: 404 }),
  };
  await servePages(pages, app.services, { load: async () => web, assets: new Map() });
  return pages;
}

async function creatorNamed(handle: string) {
  const creator = await makeCreator(app, { handle });
  const me = app.as(creator);
  return { creator, me, rename: (handle: string) => me.call(updateProfile, { body: { handle } }) };
}

test("an old handle leads to the store in one hop, with its query, however often it was changed", async () => {
  const [first, second, third] = [`a_${mark()}`, `b_${mark()}`, `c_${mark()}`];
  const { rename } = await creatorNamed(first);
  expect((await rename(second)).status).toBe(200);
  expect((await rename(third)).status).toBe(200);
  const pages = await missingPages();
  for (const old of [first, second, first.toUpperCase()]) {
    const answer = await pages.inject({ url: `/u/${old}?aff=MAYA&utm_source=print` });
    expect(answer.statusCode).toBe(301);
    expect(answer.headers["location"]).toBe(`/u/${third}?aff=MAYA&utm_source=print`);
    expect(answer.headers["cache-control"]).toBe("public, max-age=3600");
  }
  expect((await pages.inject({ url: `/u/never_${mark()}` })).statusCode).toBe(404);
});

test("the page of a list is found under an old handle, as its mails name it", async () => {
  const [first, second] = [`a_${mark()}`, `b_${mark()}`];
  const { rename } = await creatorNamed(first);
  await rename(second);
  const pages = await missingPages();
  const answer = await pages.inject({ url: `/u/${first}/join?utm_source=bio` });
  expect([answer.statusCode, answer.headers["location"]]).toEqual([301, `/u/${second}/join?utm_source=bio`]);
  expect((await pages.inject({ url: `/u/never_${mark()}/join` })).statusCode).toBe(404);
});

test("a handle that was given up is given to nobody else for a year, and may be taken back", async () => {
  const [old, next] = [`old_${mark()}`, `new_${mark()}`];
  const { creator, rename } = await creatorNamed(old);
  await rename(next);
  const other = await creatorNamed(`other_${mark()}`);
  const refused = await other.rename(old);
  expect(refused).toMatchObject({ status: 422, body: { fields: { handle: "This handle is taken" } } });
  // Somebody new whose address suggests it gets another one.
  const stranger = await findOrCreateCreator(app.services.db, app.services.clock, `${old}@example.com`);
  expect(stranger.handle).not.toBe(old);
  expect((await rename(old)).body.handle).toBe(old);

  await rename(next);
  const { pool } = app.services;
  await pool.query(
    "update former_handles set given_up_at = now() - interval '1 year 1 day' where user_id = $1",
    [creator.id],
  );
  expect((await other.rename(old)).body.handle).toBe(old);
});

test("nobody keeps more than five handles from others", async () => {
  const { rename } = await creatorNamed(`h0_${mark()}`);
  for (let change = 1; change <= 5; change++) expect((await rename(`h${change}_${mark()}`)).status).toBe(200);
  const last = await rename(`h6_${mark()}`);
  expect(last).toMatchObject({
    status: 422,
    body: { fields: { handle: expect.stringMatching(/five times/) } },
  });
});

test("an old slug leads to the course and its checkout in its own store, even if other stores use it", async () => {
  const [first, second] = [await creatorNamed(`s_${mark()}`), await creatorNamed(`t_${mark()}`)];
  const old = `old-${mark()}`;
  const [now, nowToo] = [`now-${mark()}`, `now-${mark()}`];
  const moved = async ({ creator, me }: typeof first, slug: string) => {
    const product = await makeProduct(app, { ownerId: creator.id, slug: old, type: "COURSE" });
    expect((await me.call(updateProduct, { params: { id: product.id }, body: { slug } })).status).toBe(200);
  };
  await moved(first, now);
  app.clock.advance({ minutes: 1 });
  await moved(second, nowToo);
  const pages = await missingPages();
  const { handle } = first.creator;
  for (const page of ["course", "checkout"]) {
    const locationOf = async (query: string) => {
      const { statusCode, headers } = await pages.inject({ url: `/${page}/${old}${query}` });
      return [statusCode, headers["location"]];
    };
    expect(await locationOf(`?store=${handle}&lesson=intro`)).toEqual([
      301,
      `/${page}/${now}?store=${handle}&lesson=intro`,
    ]);
    expect(await locationOf(`?store=${second.creator.handle}`)).toEqual([
      301,
      `/${page}/${nowToo}?store=${second.creator.handle}`,
    ]);
    // Without a store it was the oldest product's.
    expect(await locationOf("?lesson=intro")).toEqual([301, `/${page}/${now}?lesson=intro&store=${handle}`]);
    expect(await locationOf(`?store=never_${mark()}`)).toEqual([404, undefined]);
  }
  // Another store may use the slug, and so may another product of this one: then nothing leads on from there.
  const body = { title: "Mine", slug: old, type: "SERVICE" } as const;
  const third = await creatorNamed(`u_${mark()}`);
  expect((await third.me.call(createProduct, { body })).status).toBe(201);
  expect((await first.me.call(createProduct, { body })).status).toBe(201);
  const answer = await pages.inject({ url: `/course/${old}?store=${handle}` });
  expect(answer.statusCode).toBe(404);
  const others = await pages.inject({ url: `/course/${old}?store=${second.creator.handle}` });
  expect(others.statusCode).toBe(301);
});

test("a product's page is found under any former name of the product and of its creator, in one hop", async () => {
  const [oldHandle, handle] = [`p_${mark()}`, `q_${mark()}`];
  const { creator, me, rename } = await creatorNamed(oldHandle);
  const [oldSlug, slug] = [`old-${mark()}`, `now-${mark()}`];
  const product = await makeProduct(app, { ownerId: creator.id, slug: oldSlug, type: "SERVICE" });
  await me.call(updateProduct, { params: { id: product.id }, body: { slug } });
  await rename(handle);
  const pages = await missingPages();
  const locationOf = async (url: string) => {
    const { statusCode, headers } = await pages.inject({ url });
    return statusCode === 301 ? headers["location"] : statusCode;
  };
  const now = `/u/${handle}/${slug}`;
  expect(await locationOf(`/u/${oldHandle}/${oldSlug}?aff=MAYA`)).toBe(`${now}?aff=MAYA`);
  expect(await locationOf(`/u/${oldHandle}/${slug}`)).toBe(now);
  expect(await locationOf(`/u/${handle}/${oldSlug.toUpperCase()}`)).toBe(now);
  expect(await locationOf(`/u/${handle}/${oldSlug}/reviews`)).toBe(`${now}/reviews`);
  // At its own address it has not moved, and another store does not sell it.
  expect(await locationOf(now)).toBe(404);
  const other = await creatorNamed(`r_${mark()}`);
  expect(await locationOf(`/u/${other.creator.handle}/${oldSlug}`)).toBe(404);
  await me.call(updateProduct, { params: { id: product.id }, body: { active: false } });
  expect(await locationOf(`/u/${oldHandle}/${oldSlug}`)).toBe(404);
});
