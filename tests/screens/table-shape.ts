import { expect } from "vitest";
import { page } from "vitest/browser";

/** While a list is on its way, which `label` says, its card stands there with rows as high as those that will come. */
export async function expectTableShape(label: string): Promise<void> {
  await expect.element(page.getByRole("status").filter({ hasText: label })).toBeInTheDocument();
  const card = page.getByText(label).element().closest("[aria-busy=true]");
  const rows = [...(card?.children ?? [])].filter((row) => row.clientHeight >= 50);
  expect(rows.length, "rows").toBeGreaterThan(3);
}
