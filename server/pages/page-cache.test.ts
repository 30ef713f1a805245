import { expect, test } from "vitest";
import { createPageCache } from "./page-cache.ts";

const html = (text: string) => async () => `<p>${text}</p>`;
const bodyOf = (page: { bodies: { identity: Buffer } } | undefined) => page?.bodies.identity.toString();

test("a kept page is found again until it is a minute old", async () => {
  let time = 0;
  const cache = createPageCache({ now: () => time });
  await cache.keep("/terms", html("one"));
  time = 60_000;
  expect(bodyOf(cache.find("/terms"))).toBe("<p>one</p>");
  time = 60_001;
  expect(cache.find("/terms")).toBeUndefined();
});

test("many visitors at once cost one rendering", async () => {
  const cache = createPageCache({ now: () => 0 });
  let renderings = 0;
  const render = async () => `<p>${++renderings}</p>`;
  const pages = await Promise.all(Array.from({ length: 20 }, () => cache.keep("/u/maya", render)));
  expect(new Set(pages.map(bodyOf))).toEqual(new Set(["<p>1</p>"]));
});

test("a change forgets the pages of that creator only, however the handle is written", async () => {
  const cache = createPageCache({ now: () => 0 });
  for (const path of ["/u/maya", "/u/Maya/", "/u/m%61ya", "/u/mayall", "/terms"])
    await cache.keep(path, html(path));
  cache.drop("maya");
  expect(["/u/maya", "/u/Maya/", "/u/m%61ya"].map((path) => cache.find(path))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(cache.find("/u/mayall")).toBeDefined();
  expect(cache.find("/terms")).toBeDefined();
});

test("a page whose data changed while it was rendered is not kept", async () => {
  const cache = createPageCache({ now: () => 0 });
  const page = await cache.keep("/u/maya", async () => {
    cache.drop("maya");
    return "<p>old</p>";
  });
  expect(bodyOf(page)).toBe("<p>old</p>");
  expect(cache.find("/u/maya")).toBeUndefined();
});

test("the least used pages make room", async () => {
  const cache = createPageCache({ now: () => 0 });
  for (let i = 0; i < 500; i++) await cache.keep(`/u/creator${i}`, html("x"));
  cache.find("/u/creator0");
  await cache.keep("/u/newcomer", html("x"));
  expect(cache.size).toBe(500);
  expect(cache.find("/u/creator0")).toBeDefined();
  expect(cache.find("/u/creator1")).toBeUndefined();
});

test("what is no page to keep leaves nothing behind", async () => {
  const cache = createPageCache({ now: () => 0 });
  expect(await cache.keep("/nope", async () => undefined)).toBeUndefined();
  await expect(cache.keep("/broken", () => Promise.reject(new Error("database away")))).rejects.toThrow(
    "database away",
  );
  expect(bodyOf(await cache.keep("/broken", html("well again")))).toBe("<p>well again</p>");
  expect(cache.size).toBe(1);
});
