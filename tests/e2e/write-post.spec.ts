import { expect, type Page, test } from "@playwright/test";
import { documentText } from "#contract/document/document-text.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";

type Told = { id: string; title: string; content: RichDocument; publishedAt: string | null };

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const textBox = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const saved = (page: Page) =>
  expect(page.getByRole("dialog").locator("[data-save-status=saved]")).toBeVisible();
const written = async (page: Page, path: string): Promise<unknown> => (await page.request.get(path)).json();
const postOf = async (page: Page, id: string) => (await written(page, `/api/posts/${id}`)) as Told;
const wordsOf = async (page: Page, id: string) => documentText((await postOf(page, id)).content);
const idIn = (page: Page) => new URL(page.url()).searchParams.get("post") ?? "";

/** A creator's membership, and the page of its posts. */
async function openPosts(page: Page) {
  await signInAsNewCreator(page, { firstName: "Maya" });
  const slug = `circle-${crypto.randomUUID().slice(0, 8)}`;
  const fields = { title: "Inner circle", type: "MEMBERSHIP", priceCents: 900, billingInterval: "MONTH" };
  const answer = await page.request.post("/api/products", { data: { slug, ...fields } });
  const { id } = (await answer.json()) as { id: string };
  await page.goto("/admin?tab=products");
  await page.getByRole("button", { name: "More actions: Inner circle" }).click();
  await page.getByRole("menuitem", { name: "Posts" }).click();
  const titles = async () =>
    ((await written(page, `/api/products/${id}/posts`)) as { posts: Told[] }).posts.map(({ title }) => title);
  return { productId: id, titles };
}

test("a draft saves itself from its first words: a lost answer and a reload lose nothing, and members see it once it is published @any-width", async ({
  page,
  browser,
}) => {
  page.on("dialog", (dialog) => void dialog.accept());
  const { productId, titles } = await openPosts(page);
  const member = await (await browser.newContext()).newPage();
  await buyByCall(member.request, productId, newAddress("member"));
  const membersSee = async () =>
    ((await written(member, "/api/member-posts")) as { posts: { contentHtml: string }[] }).posts;

  // The server makes the draft, and its answer is lost: the next try makes no second one.
  await page.route(
    "**/api/posts",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Write a Post" }).click();
  const title = page.getByLabel("Title");
  await title.pressSequentially("Twelve questions ", { delay: 60 });
  await saved(page);
  await title.pressSequentially("to ask", { delay: 20 });
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("Twelve questions to ask");
  await expect.poll(titles).toEqual(["Twelve questions to ask"]);
  await expect.poll(() => idIn(page)).toMatch(/^[0-9a-f-]{36}$/);
  const id = idIn(page);

  // A reload before anything of it could leave: even what a page sends as it goes does not arrive.
  await page.evaluate(() => (globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"))));
  await textBox(page).fill("Half a sentence");
  await expect(page.getByText("Not saved – offline, trying again").first()).toBeVisible();
  expect(await wordsOf(page, id)).toBe("");
  await page.reload();
  await expect(textBox(page)).toHaveText("Half a sentence");
  await expect.poll(() => wordsOf(page, id)).toBe("Half a sentence");
  await saved(page);
  await expectAccessible(page);

  await textBox(page).fill("A whole sentence");
  await expect.poll(() => wordsOf(page, id)).toBe("A whole sentence");
  expect(await membersSee()).toEqual([]);
  expect((await postOf(page, id)).publishedAt).toBeNull();

  // Closed in the middle, and opened again.
  await textBox(page).fill("A whole sentence and");
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Twelve questions to ask", exact: true }).click();
  await expect(textBox(page)).toHaveText("A whole sentence and");

  // What is published is what is on the screen.
  await textBox(page).fill("A whole sentence and its end");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await toast(page, "Post published successfully");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await membersSee())[0]?.contentHtml).toContain("A whole sentence and its end");
  expect(await titles()).toEqual(["Twelve questions to ask"]);
  await member.context().close();
});
