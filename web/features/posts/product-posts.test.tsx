import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { documentText } from "#contract/document/document-text.ts";
import {
  createPost,
  deletePost,
  getPost,
  listProductPosts,
  Post,
  updatePost,
} from "#contract/posts/posts.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { exampleProduct } from "#tests/screens/example-product.ts";
import { Refused, server } from "#tests/screens/fake-server.ts";
import { asksBeforeUnload, closeScreen, renderScreen } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { ProductPosts } from "./product-posts.tsx";

type StoredPost = Output<typeof getPost>;

const circle = exampleProduct({ title: "Inner circle", type: "MEMBERSHIP", billingInterval: "MONTH" });
const text = (words: string): RichDocument => ({
  type: "doc",
  content: [{ type: "paragraph", content: words ? [{ type: "text", text: words }] : [] }],
});
const post = (facts: Partial<StoredPost> = {}) =>
  example(Post, {
    id: exampleId(),
    productId: circle.id,
    title: "News",
    content: text("First words"),
    revision: 1,
    ...facts,
  });

/** A server with these posts, on which an older revision is refused; `write` is what another tab does. */
function storePosts(posts: StoredPost[]) {
  const rows = new Map(posts.map((each) => [each.id, each]));
  const write = (id: string, change: Partial<StoredPost>) => {
    const now = { ...rows.get(id)!, ...change, revision: rows.get(id)!.revision + 1 };
    rows.set(id, now);
    return now;
  };
  server.answer(listMyProducts, [circle]);
  server.answer(listProductPosts, ({ querystring: { page = 1 } = {} }) => ({
    total: rows.size,
    posts: [...rows.values()].slice((Number(page) - 1) * 20, Number(page) * 20).map(summaryOf),
  }));
  server.answer(getPost, ({ params }) => rows.get(params.id)!);
  server.answer(deletePost, ({ params }) => {
    rows.delete(params.id);
    return { success: true as const, deletionId: exampleId() };
  });
  const accept = () => {
    server.answer(createPost, ({ body }) => {
      const made = post(valuesOf(body));
      rows.set(made.id, made);
      return made;
    });
    server.answer(updatePost, ({ params, body }) => {
      if (body.revision !== undefined && body.revision !== rows.get(params.id)?.revision)
        throw new Refused(409, { code: "CHANGED_ELSEWHERE" });
      return write(params.id, valuesOf(body));
    });
  };
  accept();
  return { rows, write, accept, wordsOf: (id: string) => documentText(rows.get(id)!.content) };
}

const summaryOf = (post: StoredPost) => ({
  ...post,
  hasImage: post.image !== null,
  hasAttachment: post.attachment !== null,
});

function valuesOf({
  title,
  content,
  publishedAt,
}: {
  title?: string;
  content?: unknown;
  publishedAt?: string | null | undefined;
}) {
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content: content as RichDocument }),
    ...(publishedAt !== undefined && {
      publishedAt: publishedAt === "now" ? "2026-11-20T10:00:00.000Z" : publishedAt,
    }),
  };
}

const uploads = { ImageUpload: () => null, FileUpload: () => null };
const show = (search = "") =>
  renderScreen(<ProductPosts productId={circle.id} uploads={uploads} onBack={() => {}} />, {
    at: `/admin?tab=products&posts=${circle.id}${search}`,
  });

const title = page.getByLabelText("Title");
const box = page.getByRole("textbox", { name: "Text", exact: true });
const saved = () => expect.poll(() => document.querySelector("[data-save-status=saved]")).not.toBeNull();
const unsaved = () => expect.poll(() => document.querySelector("[data-save-status=unsaved]")).not.toBeNull();
const notified = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const press = (name: string) => page.getByRole("button", { name, exact: true }).last().click();
/** Longer than any pause after which a draft is saved. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_500));

test("a post without a title is not published, and the title has the focus", async () => {
  storePosts([]);
  await show("&post=new");
  await press("Publish");
  await expect.element(page.getByText("Title is required")).toBeVisible();
  await expect.element(title).toHaveFocus();
  await expectAccessible();
});

test("Markdown becomes what it means as it is typed, and the field's name leads into it", async () => {
  storePosts([]);
  await show("&post=new");
  await page.getByText("Text", { exact: true }).click();
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard("Ask **three** of them.");
  await expect.poll(() => box.element().querySelector("strong")?.textContent).toBe("three");
  await expectAccessible();
});

test("a draft saves itself from its first words, and its address names it by then", async () => {
  const { rows, wordsOf } = storePosts([]);
  const screen = await show("&post=new");
  await title.fill("Twelve questions");
  await box.fill("Half a sentence");
  await saved();
  await expect.poll(screen.address).toMatch(/post=[0-9a-f-]{36}/);
  const [made] = [...rows.values()];
  await expect.poll(() => wordsOf(made!.id)).toBe("Half a sentence");
  expect([...rows.values()]).toMatchObject([{ publishedAt: null }]);
});

test("a draft whose answer was lost is not made twice", async () => {
  const { rows, accept } = storePosts([]);
  server.lose(createPost);
  await show("&post=new");
  await title.fill("Twelve questions");
  await expect.poll(() => server.calls(createPost).length).toBe(1);
  accept();
  await expect.poll(() => server.calls(createPost).length).toBe(2);
  const [lost, heard] = server.calls(createPost);
  expect(heard?.body.idempotencyKey).toBe(lost?.body.idempotencyKey);
  await expect.poll(() => rows.size).toBeGreaterThan(0);
});

test("without a network a draft waits, says so, and is neither published nor left unseen", async () => {
  const { wordsOf, accept } = storePosts([post({ id: "00000000-0000-4000-8000-00000000beef" })]);
  const id = "00000000-0000-4000-8000-00000000beef";
  await show(`&post=${id}`);
  await expect.element(box).toMatchTextContent("First words");
  server.lose(updatePost, "before");
  await box.fill("A whole sentence");
  await expect.element(page.getByText("Not saved – offline, trying again").first()).toBeVisible();
  await press("Publish");
  await expect.element(page.getByText(/Not published: the server could not be reached/)).toBeVisible();
  await press("Close");
  await expect.element(page.getByText("Leave without saving?")).toBeVisible();
  await press("Stay");
  accept();
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => wordsOf(id)).toBe("A whole sentence");
});

test("what another tab changed of a draft is put together with what is written here", async () => {
  const mine = post();
  const { write, wordsOf } = storePosts([mine]);
  await show(`&post=${mine.id}`);
  await expect.element(box).toMatchTextContent("First words");
  write(mine.id, { title: "Their news" });
  await box.fill("Second words");
  await expect
    .poll(() => document.querySelector("[data-save-status=saved]")?.textContent)
    .toMatch(/^Merged with changes from another tab\. Saved \d/);
  await expect.element(title).toHaveValue("Their news");
  await expect.poll(() => wordsOf(mine.id)).toBe("Second words");
});

test("where both tabs changed the same words it is asked whose stay, and nothing is published undecided", async () => {
  const mine = post();
  const { write, rows, wordsOf } = storePosts([mine]);
  await show(`&post=${mine.id}`);
  await expect.element(box).toMatchTextContent("First words");
  write(mine.id, { content: text("Second words") });
  await box.fill("Their words");
  const choice = page.getByRole("group", { name: "Text" }).filter({ hasText: "Second words" });
  await expect.element(choice).toBeVisible();
  await expectAccessible();
  await press("Publish");
  expect(rows.get(mine.id)?.publishedAt).toBeNull();
  await choice.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(() => wordsOf(mine.id)).toBe("Their words");
});

test("a draft that another tab published waits for Save from then on", async () => {
  const mine = post();
  const { write, rows } = storePosts([mine]);
  await show(`&post=${mine.id}`);
  await expect.element(title).toHaveValue("News");
  write(mine.id, { publishedAt: "2026-11-20T10:00:00.000Z" });
  await title.fill("News, half a");
  await expect.element(page.getByText("This post was published in another tab")).toBeVisible();
  await expectAccessible();
  await title.fill("News, and mine");
  await unsaved();
  await aWhile();
  expect(rows.get(mine.id)?.title).toBe("News");
  await press("Save Changes");
  await notified("Post updated successfully");
  expect(rows.get(mine.id)).toMatchObject({
    title: "News, and mine",
    publishedAt: "2026-11-20T10:00:00.000Z",
  });
});

test("of what members see nothing half-written leaves the tab: it waits for Save, through a reload too", async () => {
  const mine = post({ publishedAt: "2026-11-20T10:00:00.000Z" });
  const { wordsOf } = storePosts([mine]);
  await show(`&post=${mine.id}`);
  await box.fill("Half a sentence");
  await unsaved();
  await aWhile();
  expect(wordsOf(mine.id)).toBe("First words");
  expect(asksBeforeUnload()).toBe(true);
  closeScreen();
  await show(`&post=${mine.id}`);
  await expect.element(page.getByText("What you had typed is back")).toBeVisible();
  await expect.element(box).toMatchTextContent("Half a sentence");
  await expectAccessible();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect.element(box).toMatchTextContent("First words");
  await press("Cancel");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a change of what members see says that it was not saved, and asks before it is left", async () => {
  const mine = post({ publishedAt: "2026-11-20T10:00:00.000Z" });
  const { write, wordsOf, rows, accept } = storePosts([mine]);
  await show(`&post=${mine.id}`);
  await box.fill("Half a sentence");
  server.lose(updatePost, "before");
  await press("Save Changes");
  await expect.element(page.getByText(/Not saved: the server could not be reached/)).toBeVisible();
  await press("Cancel");
  await expect.element(page.getByText("Leave without saving?")).toBeVisible();
  await press("Stay");
  accept();
  write(mine.id, { title: "Their news" });
  await press("Save Changes");
  await expect.element(page.getByText("Changed elsewhere while you were writing")).toBeVisible();
  await expect.element(title).toHaveValue("Their news");
  expect(wordsOf(mine.id)).toBe("First words");
  await press("Save Changes");
  await notified("Post updated successfully");
  expect(rows.get(mine.id)?.title).toBe("Their news");
  expect(wordsOf(mine.id)).toBe("Half a sentence");
});

test("deleting the last post of a page shows the page before it", async () => {
  storePosts(Array.from({ length: 21 }, (_, index) => post({ title: `Post ${index + 1}` })));
  const screen = await show();
  await page.getByRole("button", { name: "Next" }).click();
  const rows = page.getByRole("list", { name: "Posts" }).getByRole("listitem");
  await expect.poll(() => rows.elements().length).toBe(1);
  await page.getByRole("button", { name: /^More actions: Post \d+$/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await notified("Post deleted successfully");
  await expect.poll(() => rows.elements().length).toBe(20);
  expect(screen.address()).not.toContain("page=2");
});
