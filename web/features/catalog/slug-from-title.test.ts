import { expect, it } from "vitest";
import { Slug } from "#contract/values.ts";
import { slugFromTitle } from "./slug-from-title.ts";

it("makes a slug that the contract accepts from any title that says something", () => {
  expect(slugFromTitle("Café & Küche 2.0")).toBe("cafe-kuche-2-0");
  expect(slugFromTitle("  --Launch!!  ")).toBe("launch");
  expect(slugFromTitle("光与影")).toBe("product");
  expect(slugFromTitle("   ")).toBe("");
  for (const title of ["a".repeat(200), "ab-".repeat(40), "🚀 Rocket 🚀", "Ünïcödé"])
    expect(Slug.safeParse(slugFromTitle(title)).success, title).toBe(true);
});
