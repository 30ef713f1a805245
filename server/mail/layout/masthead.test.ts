import { expect, test } from "vitest";
import { contrast } from "#server/colors/oklch.ts";
import { BRAND } from "#server/images/brand.ts";
import { mailPage } from "./mail-page.ts";
import { callToAction } from "./mail-parts.ts";
import { mailColors, type Masthead, night, ourMasthead } from "./masthead.ts";

const accents = ["#0f766e", "#ffee00", "#101010", "#ffffff", "#7f7f7f", "#ff00aa", "#0000ff", "#00ff00"];

test("whatever a creator's accent, the words and buttons of their mails can be read, light and dark", () => {
  for (const accent of accents) {
    const colors = mailColors(accent);
    expect(contrast(colors.onFill, colors.fill), accent).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.onDarkFill, colors.darkFill), accent).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.text, BRAND.card), accent).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.darkText, night.card), accent).toBeGreaterThanOrEqual(4.5);
    for (const [line, ground] of [
      [colors.fill, BRAND.card],
      [colors.darkFill, night.card],
      [colors.line, BRAND.paper],
      [colors.darkLine, night.page],
    ] as const)
      expect(contrast(line, ground), accent).toBeGreaterThanOrEqual(3);
  }
});

const mailOf = (masthead: Masthead) =>
  mailPage({
    preview: "p",
    masthead,
    title: "t",
    children: [callToAction("https://stall.test/order", "View your order")],
    footer: "f",
  });

test("a creator's mail has their picture, name and colours, and says what it is made with unless they bought that away", async () => {
  const masthead: Masthead = {
    name: "Ana Ruiz",
    picture: "https://stall.test/images/x/96.jpeg",
    colors: mailColors("#0f766e"),
    isPoweredBy: true,
  };
  const html = await mailOf(masthead);
  expect(html).toMatch(/<img[^>]*alt="Ana Ruiz"[^>]*src="https:\/\/stall.test\/images\/x\/96.jpeg"/);
  expect(html).toMatch(/<img[^>]*width="40"/);
  expect(html).toContain(masthead.colors.fill);
  expect(html).not.toContain(BRAND.brand);
  expect(html).toContain("Powered by Openstall");
  expect(await mailOf({ ...masthead, isPoweredBy: false })).not.toContain("Openstall");
});

test("a mail of nobody's store is in our colours, without a picture", async () => {
  const html = await mailOf(ourMasthead);
  expect(html).toContain(BRAND.brand);
  expect(html).not.toContain("<img");
  expect(html).not.toContain("Powered by");
});
