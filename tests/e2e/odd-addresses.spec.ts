import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

/** What exists in the demo store, so that a page is reached that an odd rest of its address could break. */
const real: Record<string, string> = {
  slug: "brand-design-course",
  productId: "brand-design-course",
  handle: "demo",
};

/** Every page by the names of its route files: its address, its parameters and what its query may say. */
const pages = readdirSync("web/routes")
  .filter((file) => /^[a-z].*\.tsx$/.test(file))
  .map((file) => {
    const path = file
      .replace(/\.tsx$/, "")
      .replaceAll("_", "")
      .replace(/^index$/, "")
      .split(".");
    const source = readFileSync(`web/routes/${file}`, "utf8");
    const texts = /searchTexts\(([^)]*)\)/.exec(source)?.[1] ?? "";
    return {
      parts: path.map((part) =>
        part.replace(/[{}-]/g, (sign, at: number) => (sign === "-" && at > 2 ? "-" : "")),
      ),
      names: [...texts.matchAll(/"(\w+)"/g)].map((match) => match[1] ?? ""),
    };
  });

const values = [
  "a",
  ...[254, 255, 256, 300, 301, 1_000, 2_000].map((length) => "x".repeat(length)),
  `${"x".repeat(243)}@example.com`,
  `${"x".repeat(244)}@example.com`,
  "a@b@c",
  "%00",
  "%FF",
  "%F0%9F%98%80".repeat(20),
  "..%2F..",
  "a%2Fb",
  "[object%20Object]",
  "-1",
  "99999999999999999999",
  "%7B%22a%22%3A1%7D",
  "'%22%3E%3Cb%3E",
  "00000000-0000-4000-8000-000000000000",
];

const pathOf = (parts: string[], odd?: { at: number; value: string }) =>
  `/${parts
    .map((part, at) => {
      if (!part.startsWith("$")) return part;
      return at === odd?.at ? odd.value : (real[part.slice(1)] ?? "00000000-0000-4000-8000-000000000000");
    })
    .join("/")}`;

const addresses = pages.flatMap(({ parts, names }) => [
  ...parts.flatMap((part, at) =>
    part.startsWith("$") ? values.map((value) => pathOf(parts, { at, value })) : [],
  ),
  ...[...names, "unknown"].flatMap((name) => values.map((value) => `${pathOf(parts)}?${name}=${value}`)),
  `${pathOf(parts)}?${names.map((name) => `${name}=1&${name}=2&${name}[a]=3`).join("&")}`,
]);

test("no address of a page, however long or odd its parts and query, is a failure of the server @any-width", async ({
  request,
}) => {
  test.slow();
  expect(addresses.length).toBeGreaterThan(1_000);
  const failed: string[] = [];
  let rest = addresses;
  while (rest.length > 0) {
    const some = rest.slice(0, 8);
    rest = rest.slice(8);
    await Promise.all(
      some.map(async (address) => {
        const answer = await request.get(address, { maxRedirects: 0 });
        if (answer.status() >= 500) failed.push(`${answer.status()} ${address.slice(0, 120)}`);
      }),
    );
  }
  expect(failed).toEqual([]);
});
