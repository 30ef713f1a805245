import sharp from "sharp";
import { expect, test } from "vitest";
import { namesByScript } from "#tests/support/names-by-script.ts";
import { renderProductCard, renderStoreCard } from "./social-card.ts";

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

test("a name is drawn on cards in every script", async () => {
  const blank = await renderStoreCard({ handle: "demo", name: "", tagline: "", productTitles: [] });
  const drawn = new Set([blank.toString("base64")]);
  const names = Object.values(namesByScript).flatMap(([name = ""]) => name);
  for (const name of names) {
    const card = await renderProductCard({ title: name, creatorName: "", price: "$1.00" });
    drawn.add(card.toString("base64"));
  }
  expect(drawn.size).toBe(names.length + 1);
});

test("a long name and tagline stay above the footer", async () => {
  const footer = async (name: string, tagline: string) =>
    sharp(await renderStoreCard({ handle: "demo", name, tagline, productTitles: [] }))
      .extract({ left: 0, top: 526, width: 1200, height: 104 })
      .greyscale()
      .raw()
      .toBuffer();
  const plain = await footer("Maya", "");
  const long = await footer(
    "はじめてのブランドデザイン".repeat(4),
    "はじめてのブランドデザイン講座".repeat(9),
  );
  const differing = plain.filter((value, index) => Math.abs(value - (long[index] ?? 0)) > 40).length;
  expect(differing).toBe(0);
});

function square() {
  return sharp({ create: { width: 300, height: 300, channels: 3, background: "#ffc46b" } })
    .png()
    .toBuffer();
}
