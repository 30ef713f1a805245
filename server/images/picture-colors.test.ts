import sharp from "sharp";
import { expect, test } from "vitest";
import { oklchOf } from "#server/colors/oklch.ts";
import { pictureColors } from "./picture-colors.ts";

/** Stripes of colours beside each other, each as wide as its share. */
const striped = (stripes: readonly [color: string, width: number][], opacity = 1) => {
  let at = 0;
  const rows = stripes.map(([color, width]) => {
    const row = `<rect x="${at}" width="${width}" height="100" fill="${color}" fill-opacity="${opacity}"/>`;
    at += width;
    return row;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${at}" height="100">${rows.join("")}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};
const hueOf = (hex: string) => oklchOf(hex).hue;

test("a picture's colours are those it is made of, the most of it first, greys left out", async () => {
  const colors = await pictureColors(
    await striped([
      ["#ffffff", 30],
      ["#c0392b", 40],
      ["#2980b9", 20],
      ["#808080", 10],
    ]),
  );
  expect(colors.length).toBeLessThanOrEqual(4);
  expect(hueOf(colors[0]!)).toBeCloseTo(hueOf("#c0392b"), 1);
  expect(colors.some((color) => Math.abs(hueOf(color) - hueOf("#2980b9")) < 0.2)).toBe(true);
});

test("shades of one hue are one colour", async () => {
  const shades = await striped([
    ["#1a5276", 30],
    ["#2471a3", 30],
    ["#5499c7", 30],
  ]);
  expect(await pictureColors(shades)).toHaveLength(1);
});

test("a grey picture, a clear one and one pixel have none", async () => {
  expect(
    await pictureColors(
      await striped([
        ["#777777", 50],
        ["#222222", 50],
      ]),
    ),
  ).toEqual([]);
  expect(await pictureColors(await striped([["#ff0000", 100]], 0))).toEqual([]);
  const grey = sharp({ create: { width: 1, height: 1, channels: 3, background: "#808080" } });
  expect(await pictureColors(await grey.png().toBuffer())).toEqual([]);
});
