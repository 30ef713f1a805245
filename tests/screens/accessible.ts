import axe from "axe-core";
import { expect } from "vitest";

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What can differ between light and dark: the markup is the same. */
const colours = ["color-contrast", "link-in-text-block"];
/** What axe still tries out, and we hold to: who speaks to a page says what they read. */
const tried = ["label-content-name-mismatch"];
/** What is said of whole pages, and a screen is a part of one. */
const ofPages = ["region", "landmark-one-main", "page-has-heading-one", "heading-order"];

const chosen = [
  ...ofPages.map((id) => [id, { enabled: false }] as const),
  ...tried.map((id) => [id, { enabled: true }] as const),
];

/** No violation of WCAG 2.2 AA or of axe's best practices, in light and dark. */
export async function expectAccessible(): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    document.documentElement.dataset["theme"] = theme;
    const { violations } = await axe.run(document.body, {
      runOnly: theme === "light" ? { type: "tag", values: everything } : { type: "rule", values: colours },
      rules: theme === "light" ? Object.fromEntries(chosen) : {},
      resultTypes: ["violations"],
      preload: { assets: ["media"] },
    });
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
    expect(found, `in ${theme}`).toEqual([]);
  }
  delete document.documentElement.dataset["theme"];
}
