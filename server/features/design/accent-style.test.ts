import { expect, test } from "vitest";
import { getProduct } from "#contract/catalog/product-page.ts";
import { defaultDesign, type Design, getAccentStyle } from "#contract/design/design.ts";
import { getLibrary } from "#contract/library/library.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { storeDesigns, storeDesignVersions } from "#server/database/schema/design.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { accentStyle } from "./accent-style.ts";
import { contrast } from "#server/colors/oklch.ts";

const app = await testApp();
const { db } = app.services;

async function publish(ownerId: string, changes: Partial<Design>, number = 1) {
  const design = { ...defaultDesign, ...changes };
  await db.insert(storeDesigns).values({ ownerId, draft: design }).onConflictDoNothing();
  await db.insert(storeDesignVersions).values({ ownerId, number, design });
}

test("pages that are no store have the accent that is published, a theme's own included, and none of a draft", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const accent = async () =>
    (await app.call(getProduct, { params: { idOrSlug: product.id } })).body.creator.accent;
  expect(await accent()).toBeNull();
  await db
    .insert(storeDesigns)
    .values({ ownerId: creator.id, draft: { ...defaultDesign, accent: "#2277d3" } });
  expect(await accent()).toBeNull();
  await publish(creator.id, { theme: "stage" });
  expect(await accent()).toBe("#6d4aff");
  await publish(creator.id, { theme: "stage", accent: "#ffff00" }, 2);
  expect(await accent()).toBe("#ffff00");
});

test("an order and its shelf in the members' room are in their creator's accent, and not in that of another", async () => {
  const creator = await makeCreator(app);
  const { browser, paymentIntentId, email } = await buyOrder(app, { creator });
  const accent = async () =>
    (
      await browser.call(getOrderByPaymentIntent, {
        params: { paymentIntentId },
        querystring: { customer_email: email },
      })
    ).body.creator.accent;
  expect(await accent()).toBeNull();
  await publish((await makeCreator(app)).id, { accent: "#111111" });
  await publish(creator.id, { accent: "#2277d3" });
  expect(await accent()).toBe("#2277d3");
  const { shelves } = (await browser.call(getLibrary, {})).body;
  expect(shelves.map((shelf) => shelf.creator.accent)).toEqual(["#2277d3"]);
});

test("its colours are a file that never changes; of anything that is no colour there is none", async () => {
  const { status, headers, text } = await app.call(getAccentStyle, { params: { name: "ffff00.css" } });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/css; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(text).toBe(accentStyle("#ffff00"));
  for (const name of ["ffff00", "ffff0.css", "}body{}.css", "FFFF00.css", "../look.css", "x"])
    expect((await app.call(getAccentStyle, { params: { name } })).status, name).toBe(404);
});

test("whatever the accent, what is written in it and on it can be read on our pages, in both modes", () => {
  const cards = [
    ["#ffffff", "#faf9f7"],
    ["#1b1917", "#131110"],
  ] as const;
  for (const accent of ["#ffff00", "#000000", "#ffffff", "#777777", "#2277d3", "#00ff00"]) {
    const parts = accentStyle(accent).split("@media");
    for (const [mode, backgrounds] of cards.entries()) {
      const of = (name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(parts[mode] ?? "")?.[1] ?? "";
      for (const background of backgrounds)
        expect(contrast(of("brand-ink"), background), `${accent} on ${background}`).toBeGreaterThanOrEqual(
          4.5,
        );
      expect(contrast(of("brand-foreground"), of("brand"))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of("brand-foreground"), of("brand-hover"))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of("brand-soft-foreground"), of("brand-soft"))).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("a part of a page has its creator's accent under a class of its own, and the rest of the page keeps ours", async () => {
  const { headers, text } = await app.call(getAccentStyle, { params: { name: "2277d3-part.css" } });
  expect(headers["content-type"]).toBe("text/css; charset=utf-8");
  const selectors = [...text.matchAll(/([^{}]+)\{--ring/g)].map(([, selector]) => selector);
  expect(selectors).toEqual([
    "html:root .accent-2277d3",
    'html:root:not([data-theme="light"]) .accent-2277d3',
    'html:root[data-theme="dark"] .accent-2277d3',
  ]);
  const whole = await app.call(getAccentStyle, { params: { name: "2277d3.css" } });
  expect(text.replaceAll(" .accent-2277d3", "")).toBe(whole.text);
});
