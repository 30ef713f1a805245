import { expect, type Page, test } from "@playwright/test";
import { storeThemes } from "#contract/design/looks.ts";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { keepPicture } from "./support/pictures.ts";

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const id = (n: number) => `00000000-0000-4000-8000-0000000000${n + 10}`;

/** Of every kind that needs nothing else to be there first. */
const blocksOf = (productId: string) => [
  { id: id(1), kind: "group", title: "Start here", productIds: [productId] },
  { id: id(2), kind: "link", label: "My letters", address: "https://example.com/letters" },
  { id: id(3), kind: "social", addresses: ["https://instagram.com/example"] },
  {
    id: id(4),
    kind: "text",
    document: {
      type: "doc",
      content: [
        { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "About these walks" }] },
        paragraph("Walks at night, written down."),
        { type: "blockquote", content: [paragraph("It was darker than I thought.")] },
      ],
    },
  },
  { id: id(5), kind: "products", title: "Everything else", isRest: true },
  {
    id: id(6),
    kind: "faq",
    title: "Before you ask",
    questions: [{ question: "Is it for me?", answer: "If you walk." }],
  },
];

/** The fonts of a page that it did not ask for in its head: what is set in them moves when they come. */
const lateFonts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const early = [...document.querySelectorAll<HTMLLinkElement>("link[as=font]")].map(({ href }) => href);
    const asked = performance.getEntriesByType("resource").map(({ name }) => name);
    return asked.filter((name) => name.endsWith(".woff2") && !early.includes(name));
  });

test("in each of the eight themes a store and a product's page are accessible, in light and dark, without a script @any-width", async ({
  page,
  context,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  const ids: string[] = [];
  for (const [index, title] of ["Field notes", "Night walks"].entries()) {
    const slug = `${index === 0 ? "notes" : "walks"}-${handle.slice(5)}`;
    const made = await page.request.post("/api/products", {
      data: { title, slug, type: "SERVICE", priceCents: 1_900, originalPriceCents: 2_900, featured: true },
    });
    expect(made.status(), await made.text()).toBe(201);
    const { id: productId } = (await made.json()) as { id: string };
    ids.push(productId);
    const onSale = await page.request.put(`/api/products/${productId}`, { data: { active: true } });
    expect(onSale.status(), await onSale.text()).toBe(200);
  }
  const everybody = await context.newPage();
  for (const theme of storeThemes) {
    const changed = await page.request.patch("/api/my-design", {
      data: { theme, blocks: blocksOf(ids[0] ?? "") },
    });
    expect(changed.status(), await changed.text()).toBe(200);
    const published = await page.request.post("/api/my-design/publish", { data: {} });
    expect(published.status(), await published.text()).toBe(200);
    for (const path of [`/u/${handle}/notes-${handle.slice(5)}`, `/u/${handle}`]) {
      await everybody.goto(path);
      await expect(everybody.locator(".store")).toHaveAttribute("data-look", theme);
      await expectAccessible(everybody);
      const scripts = "script:not([type*='json']):not([type=speculationrules])";
      expect(await everybody.locator(scripts).count()).toBe(0);
      expect(await lateFonts(everybody), `${path} in ${theme}`).toEqual([]);
    }
    // A picture beside its words is not cut to their height.
    const cover = await everybody.locator(".store-one .store-cover").boundingBox();
    expect((cover?.width ?? 0) / (cover?.height ?? 1), theme).toBeCloseTo(1.6, 1);
    await keepPicture(everybody, theme);
  }
});
