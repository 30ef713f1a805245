import { expect, type Page, test } from "@playwright/test";
import { getMyDesign } from "#contract/design/studio.ts";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

async function sell({ request }: Page, title: string, slug: string): Promise<void> {
  const data = { title, slug, type: "SERVICE", priceCents: 1_900 };
  const made = await request.post("/api/products", { data });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  expect((await request.put(`/api/products/${id}`, { data: { active: true } })).status()).toBe(200);
}

const add = async (page: Page, kind: string) => {
  await page.getByRole("button", { name: "Add a block" }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click();
};
const saved = (page: Page) => page.getByRole("status").filter({ hasText: /^Saved$/ });
const blocks = (page: Page) => page.getByRole("list", { name: "Blocks" }).getByRole("listitem");

test("a page is made of blocks: added, put in order by keys, taken back, published @any-width", async ({
  page,
  context,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  await sell(page, "Field notes", `notes-${handle.slice(5)}`);
  await sell(page, "Night walks", `walks-${handle.slice(5)}`);
  await page.goto("/design");
  await expect(blocks(page)).toHaveCount(2);

  await add(page, "Link");
  const link = page.getByRole("group", { name: "Link" });
  await link.getByLabel("Words on the button").fill("My letters ");
  await expect(saved(page)).toBeVisible();
  // A blank at the end is not taken from under the fingers.
  await link.getByLabel("Words on the button").pressSequentially("to you");
  await expect(page.getByLabel("Words on the button")).toHaveValue("My letters to you");
  const address = page.getByLabel("Leads to");
  await address.fill("javascript:alert(1)");
  await address.blur();
  await expect(page.getByText("This cannot be linked to.")).toBeVisible();
  await address.fill("example.com/letters");
  await address.blur();
  await expect(page.getByText("This cannot be linked to.")).toHaveCount(0);

  await add(page, "Networks");
  await page.getByRole("textbox", { name: "Link 1" }).fill("instagram.com/ines");
  await expect(page.getByText("Instagram", { exact: true })).toBeVisible();
  await add(page, "Group of products");
  await page.getByRole("textbox", { name: "Title" }).fill("Start here");
  await page.getByRole("checkbox", { name: "Night walks" }).check();
  await add(page, "Questions");
  await page.getByRole("textbox", { name: "Question 1" }).fill("Is it for me?");
  await page.getByRole("textbox", { name: "Answer 1" }).fill("If you walk.");
  await add(page, "Text");
  await page.getByRole("textbox", { name: "Text" }).fill("Walks at night, written down.");
  const preview = page.frameLocator("iframe[title='Your store']:not([aria-hidden])");
  await expect(preview.getByText("Walks at night, written down.")).toBeAttached();
  // The preview of before is gone once the new one is drawn.
  await expect(page.locator("iframe")).toHaveCount(1);
  // From the top, where nothing lies half under the bars that stay.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);

  const up = page.getByRole("button", { name: "Move up: Link: My letters to you" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Link: My letters to you is now number 2 of 7")).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(blocks(page).first()).toContainText("My letters to you");

  const questions = page.getByRole("button", { name: "Questions", exact: true });
  await questions.click();
  await page.getByRole("button", { name: "Remove Questions" }).click();
  await expect(questions).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(questions).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Answer 1" })).toHaveValue("If you walk.");
  await expect(saved(page)).toBeVisible();
  await expect(preview.getByRole("link", { name: "My letters to you" })).toBeAttached();

  const everybody = await context.newPage();
  const outside: string[] = [];
  everybody.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(page.url()).host) outside.push(request.url());
  });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Everybody sees your store like this now.", { exact: true })).toBeVisible();
  await everybody.goto(`/u/${handle}`);
  await expect(everybody.getByRole("link", { name: "My letters to you" })).toHaveAttribute(
    "href",
    "https://example.com/letters",
  );
  await expect(everybody.getByRole("link", { name: "Instagram" })).toBeVisible();
  await expect(everybody.getByRole("heading", { name: "Start here", level: 2 })).toBeVisible();
  await everybody.getByText("Is it for me?").click();
  await expect(everybody.getByText("If you walk.")).toBeVisible();
  await expectAccessible(everybody);
  expect(outside).toEqual([]);
  expect(await everybody.locator("script:not([type*='json']):not([type=speculationrules])").count()).toBe(0);
});

test("what two tabs did to a page is put together, and the same words of one block both stand there; a look of the Pro plan is not published @any-width", async ({
  page,
  context,
}) => {
  await signInAsNewCreator(page, { firstName: "Ines" });
  await page.goto("/design");
  await add(page, "Link");
  await page.getByLabel("Words on the button").fill("Mine");
  await expect(saved(page)).toBeVisible();
  type Draft = { revision: number; blocks: { kind: string; label?: string; id: string }[] };
  const change = async (next: (blocks: Draft["blocks"]) => object[]) => {
    const { revision, blocks } = (await (await context.request.get(getMyDesign.url)).json()) as Draft;
    const sent = await context.request.patch(getMyDesign.url, { data: { revision, blocks: next(blocks) } });
    expect(sent.status(), await sent.text()).toBe(200);
  };
  const other = { id: crypto.randomUUID(), kind: "link", label: "From the other tab", address: "" };
  await change((blocks) => [...blocks, other]);
  await page.getByLabel("Words on the button").fill("Mine, longer");
  await expect(blocks(page)).toContainText([
    "All products",
    "Mailing list",
    "Mine, longer",
    "From the other tab",
  ]);
  await expect(saved(page)).toBeVisible();
  await change((blocks) =>
    blocks.map((block) => (block.label === "Mine, longer" ? { ...block, label: "Theirs" } : block)),
  );
  await page.getByLabel("Words on the button").fill("Mine again");
  await expect(
    page.getByText("A block of the page was changed in both: theirs stands below yours."),
  ).toBeVisible();
  await expect(blocks(page)).toContainText([
    "All products",
    "Mailing list",
    "Mine again",
    "Theirs",
    "From the other tab",
  ]);
  await expect(saved(page)).toBeVisible();

  await expect(page.getByRole("radio", { name: /^Market/ })).toBeChecked();
  // A look is put together just the same, and one of the Pro plan is tried, not published.
  const { revision } = (await (await context.request.get(getMyDesign.url)).json()) as { revision: number };
  const answer = await context.request.patch(getMyDesign.url, {
    data: { theme: "plain", fonts: "nunito", revision },
  });
  expect(answer.status()).toBe(200);
  // As with a finger: the radio button itself is not to be seen.
  await page.locator("label").filter({ hasText: "Candy" }).click();
  await expect(page.getByText("Yours stands: theme.")).toBeVisible();
  await expect(page.getByLabel("Fonts")).toHaveValue("nunito");

  // A store whose trial is over: what the server answers is fixed beside the calls themselves.
  await page.route(`**${getMyDesign.url}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, lockedParts: ["theme"] } });
  });
  await page.reload();
  await expect(page.getByText("You can try this look, and publish it with Pro: theme.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
});
