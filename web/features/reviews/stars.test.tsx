import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { Stars } from "./stars.tsx";

test.each([
  [5, "5 of 5 stars", [10, 10, 10, 10, 10]],
  [4.8, "4.8 of 5 stars", [10, 10, 10, 10, 8]],
  [4.5, "4.5 of 5 stars", [10, 10, 10, 10, 5]],
  [3.3, "3.3 of 5 stars", [10, 10, 10, 3, 0]],
  [1, "1 of 5 stars", [10, 0, 0, 0, 0]],
])("draws %d stars to a tenth", async (rating, label, tenths) => {
  await renderScreen(<Stars rating={rating} />);
  await expect.element(page.getByRole("img", { name: label, exact: true })).toBeVisible();
  const drawn = [...document.querySelectorAll<SVGElement>("[data-tenths]")];
  expect(drawn.map((star) => Number(star.dataset["tenths"]))).toEqual(tenths);
  const widths = drawn.map((star) =>
    Number(star.querySelector("svg > svg[width]:not(.lucide)")?.getAttribute("width") ?? 0),
  );
  expect(widths.map((width) => Math.round(width * 10))).toEqual(tenths.map((each) => each * 24));
});
