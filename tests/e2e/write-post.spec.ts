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

test("a draft saves itself from its first words: a lost answer, a reload and a lost network lose nothing, and members see it once it is published @any-width", async ({
  page,
  context,
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
  await title.pressSequentially("Twelve questions ", { delay: 150 });
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

  await context.setOffline(true);
  await textBox(page).fill("A whole sentence");
  await expect(page.getByText("Not saved – offline, trying again").first()).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(/Not published: the server could not be reached/)).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByText("Leave without saving?")).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();
  await context.setOffline(false);
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

test("two tabs on one draft are merged and ask where both changed the same; once one publishes it, the other waits for Save @any-width", async ({
  page,
  context,
}) => {
  await openPosts(page);
  await page.getByRole("button", { name: "Write a Post" }).click();
  await page.getByLabel("Title").fill("News");
  await textBox(page).fill("First words");
  await saved(page);
  await expect.poll(() => idIn(page)).toMatch(/^[0-9a-f-]{36}$/);
  const id = idIn(page);
  await expect.poll(() => wordsOf(page, id)).toBe("First words");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(textBox(other)).toHaveText("First words");

  await other.getByLabel("Title").fill("Their news");
  await saved(other);
  await expect.poll(async () => (await postOf(page, id)).title).toBe("Their news");
  await textBox(page).fill("Second words");
  await expect(page.locator("[data-save-status=saved]")).toHaveText(
    /^Merged with changes from another tab\. Saved \d/,
  );
  await expect(page.getByLabel("Title")).toHaveValue("Their news");

  // The other tab knows nothing of "Second words" yet.
  await textBox(other).fill("Their words");
  const choice = other.getByRole("group", { name: "Text" }).filter({ hasText: "Second words" });
  await expect(choice).toBeVisible();
  await expectAccessible(other);
  // Nothing of it is published undecided.
  await other.getByRole("button", { name: "Publish", exact: true }).click();
  expect((await postOf(page, id)).publishedAt).toBeNull();
  await choice.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(() => wordsOf(page, id)).toBe("Their words");

  await other.getByRole("button", { name: "Publish", exact: true }).click();
  await toast(other, "Post published successfully");
  const { publishedAt } = await postOf(page, id);
  await page.getByLabel("Title").fill("Their news, half a");
  await expect(page.getByText("This post was published in another tab")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Title").fill("Their news, and mine");
  await expect(page.locator("[data-save-status=unsaved]")).toBeVisible();
  // Longer than any pause after which a draft is saved.
  await page.waitForTimeout(2_000);
  expect(await postOf(page, id)).toMatchObject({ title: "Their news" });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Post updated successfully");
  expect(await postOf(page, id)).toMatchObject({ title: "Their news, and mine", publishedAt });
});

test("members read no half-written change of a post: it waits in its tab for Save, through a reload, a lost network and another tab @any-width", async ({
  page,
  context,
}) => {
  page.on("dialog", (dialog) => void dialog.accept());
  const { productId } = await openPosts(page);
  const data = { title: "News", productId, publishedAt: "now" };
  const { id } = (await (await page.request.post("/api/posts", { data })).json()) as Told;
  await page.goto(`${page.url()}&post=${id}`);
  await expect(page.getByRole("dialog", { name: "Edit Post" })).toBeVisible();
  await textBox(page).fill("Half a sentence");
  await expect(page.locator("[data-save-status=unsaved]")).toBeVisible();
  await page.waitForTimeout(2_000);
  expect(await wordsOf(page, id)).toBe("");
  await page.reload();
  await expect(page.getByText("What you had typed is back")).toBeVisible();
  await expect(textBox(page)).toHaveText("Half a sentence");
  await expectAccessible(page);

  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText(/Not saved: the server could not be reached/)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Leave without saving?")).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();

  const change = { data: { title: "Their news", productId, publishedAt: "now", revision: 1 } };
  expect((await page.request.put(`/api/posts/${id}`, change)).status()).toBe(200);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Changed elsewhere while you were writing")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Their news");
  expect(await wordsOf(page, id)).toBe("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Post updated successfully");
  expect(await postOf(page, id)).toMatchObject({ title: "Their news" });
  expect(await wordsOf(page, id)).toBe("Half a sentence");

  // Started over, it is gone.
  await page.getByRole("button", { name: "Their news", exact: true }).click();
  await textBox(page).fill("Not wanted");
  await page.reload();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(textBox(page)).toHaveText("Half a sentence");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
