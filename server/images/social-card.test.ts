import sharp from "sharp";
import { expect, test } from "vitest";
import { renderProductCard, renderStoreCard } from "./social-card.ts";
import { drawableText } from "./svg-layout.ts";

const STORE = {
  name: "Maya Lindqvist",
  handle: "demo",
  tagline: "Brand design",
  productTitles: ["One", "Two", "Three"],
};

test("a store's card is a JPEG of 1200 × 630 and at most 60 kB", async () => {
  const card = await renderStoreCard({ ...STORE, avatar: await square() });
  expect(await sharp(card).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  expect(card.length).toBeLessThan(60_000);
});

test("a product's card is a JPEG of 1200 × 630 and at most 60 kB", async () => {
  const card = await renderProductCard({
    title: "The Pricing Playbook",
    creatorName: "Maya",
    price: "$29.00",
    cover: await square(),
  });
  expect(await sharp(card).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  expect(card.length).toBeLessThan(60_000);
});

test.each([
  ["without anything", { name: "", tagline: "", productTitles: [] }],
  ["with a broken portrait", { ...STORE, avatar: Buffer.from("no image") }],
  ["with markup", { name: "<script>&\"'</script>", tagline: "</svg>", productTitles: ["<b>"] }],
  ["with emoji and other scripts", { name: "日本語 🎉", tagline: "مرحبا 👩‍👩‍👧", productTitles: ["🎉"] }],
  [
    "with endless text",
    { name: "x".repeat(9_000), tagline: "word ".repeat(9_000), productTitles: ["y".repeat(9_000)] },
  ],
])("a card is drawn %s", async (_, store) => {
  const card = await renderStoreCard({ handle: "demo", ...store });
  expect((await sharp(card).metadata()).width).toBe(1200);
});

test("text is kept to what the fonts can draw", () => {
  expect(drawableText("Żółć Ελένη Иван", 40)).toBe("Żółć Ελένη Иван");
  expect(drawableText("  a\n\tb 🎉 日本 ", 40)).toBe("a b");
  expect(drawableText("one two three", 8)).toBe("one two…");
});

function square() {
  return sharp({ create: { width: 300, height: 300, channels: 3, background: "#ffc46b" } })
    .png()
    .toBuffer();
}
