import { expect, test } from "vitest";
import { createCounter } from "#server/http/rate-limits.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ RATE_LIMIT_FACTOR: "1" });
const { pool } = app.services;

async function aStore(products: number) {
  const { id: ownerId, handle } = await makeCreator(app);
  const made = await Promise.all(Array.from({ length: products }, () => makeProduct(app, { ownerId })));
  return made.map(({ slug }) => `/og/u/${handle}/${slug}.jpg`);
}

const ask = (url: string, remoteAddress: string) => app.app.inject({ url, remoteAddress });

/** As if an address had asked so often before. */
const spend = (purpose: string, points: number, address: string) =>
  createCounter({ pool }, purpose, { points, seconds: 60 }).penalty(`ip:${address}`, points);

test("of cards that are asked for at once each is drawn in its turn, and past twenty that wait one is asked to come again", async () => {
  const urls = await aStore(30);
  const answers = await Promise.all(urls.map((url) => ask(url, "203.0.113.1")));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(answers.find(({ statusCode }) => statusCode === 429)?.headers["retry-after"]).toBe("5");
  const drawn = urls.filter((_, index) => statuses[index] === 429);
  for (const url of drawn) {
    const { statusCode, headers } = await ask(url, "203.0.113.1");
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  }
});

test("an address has sixty cards drawn in a minute; what is drawn is sent to it all the same", async () => {
  const [known = "", other = ""] = await aStore(2);
  const address = "203.0.113.2";
  expect((await ask(known, "203.0.113.3")).statusCode).toBe(200);
  await spend("share-cards", 60, address);
  expect((await ask(known, address)).statusCode).toBe(200);
  expect((await ask(other, address)).statusCode).toBe(429);
  expect((await ask(other, "203.0.113.3")).statusCode).toBe(200);
});

test("cards are counted among what an address reads", async () => {
  const [card = ""] = await aStore(1);
  const address = "203.0.113.4";
  await spend("reads", 3_000, address);
  const statuses = new Set<number>();
  for (let count = 0; count < 60; count++) statuses.add((await ask(card, address)).statusCode);
  expect(statuses).toEqual(new Set([200, 429]));
});
