import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { mostDescription } from "#contract/catalog/catalog.ts";
import { documentText } from "#contract/document/document-text.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { longTextLimits, readDocument } from "#contract/document/read-document.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { expectInert, watch } from "./support/inert-page.ts";
import { oddDocuments, oddMediaDocuments } from "./support/odd-documents.ts";
import { putOnSale } from "./support/put-on-sale.ts";

const joined = (documents: readonly RichDocument[]): RichDocument => ({
  type: "doc",
  content: documents.flatMap(({ content }) => content),
});

/** As many at once as a description says. */
function batches(documents: readonly RichDocument[]): RichDocument[] {
  const made: RichDocument[][] = [[]];
  for (const document of documents) {
    const last = made.at(-1) ?? [];
    if (documentText(joined([...last, document])).length <= mostDescription) last.push(document);
    else made.push([document]);
  }
  return made.map(joined);
}

/** Whatever waits for the pointer, the focus or a failure hears of it; then nothing may have happened. */
async function expectNothingFired(page: Page, happened: string[], wanted: string): Promise<void> {
  await expectInert(page, [wanted], happened);
  const fired = await page.evaluate(() => {
    for (const element of document.querySelectorAll(".rich-text *"))
      for (const name of ["mouseover", "pointerenter", "focus", "error", "load", "toggle", "loadstart"])
        element.dispatchEvent(new Event(name, { bubbles: name === "mouseover" }));
    return "fired" in window;
  });
  expect(fired).toBe(false);
  expect(happened).toEqual([]);
}

test("nothing comes to life of more than 150 odd documents that are taken, in a lesson, on pages without a script and in the editor @any-width", async ({
  page,
  browser,
}) => {
  test.slow();
  expect(new Set(oddDocuments.map((document) => JSON.stringify(document))).size).toBeGreaterThanOrEqual(150);
  for (const document of oddDocuments)
    expect(readDocument(document, longTextLimits), JSON.stringify(document)).toHaveProperty("document");

  const { handle } = await signInAsNewCreator(page, { firstName: "Odd" });
  const send = async (method: "post" | "patch", url: string, data: object) => {
    const answer = await page.request[method](url, { data });
    expect(answer.ok(), `${url}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as { id: string; slug: string } & Record<string, unknown>;
  };
  const sell = (type: string, more: object = {}) =>
    send("post", "/api/products", {
      title: "Odd",
      slug: `odd-${crypto.randomUUID().slice(0, 13)}`,
      type,
      priceCents: 900,
      ...more,
    });
  const upload = async (url: string, name: string, mimeType: string, buffer: Buffer) => {
    const answer = await page.request.post(url, { multipart: { file: { name, mimeType, buffer } } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { imageId: string; storagePath: string };
  };
  const movie = await readFile(join(import.meta.dirname, "support/hls/lesson.mp4"));
  const { storagePath } = await upload("/api/upload-digital-file", "odd.mp4", "video/mp4", movie);
  const { imageId } = await upload("/api/text-pictures", "dot.png", "image/png", dot);

  const course = await sell("COURSE");
  const outline = `/api/my-courses/${course.id}`;
  type Draft = { modules: { id: string; lessons: { id: string; revision: number }[] }[] };
  const draftOf = (draft: unknown) => (draft as Draft).modules[0];
  const module = draftOf(await send("post", `${outline}/modules`, { title: "Odd" }));
  const lesson = draftOf(await send("post", `${outline}/modules/${module?.id}/lessons`, { title: "Odd" }))
    ?.lessons[0];
  await putOnSale(page.request, course.id);
  const content = joined([...oddDocuments, ...oddMediaDocuments(imageId, storagePath)]);
  await send("patch", `${outline}/lessons/${lesson?.id}`, {
    revision: lesson?.revision,
    content,
    freePreview: true,
  });
  const described: string[] = [];
  for (const descriptionDocument of batches(oddDocuments))
    described.push((await sell("SERVICE", { deliveryNote: "I write to you.", descriptionDocument })).slug);

  const wanted = "<script>fired=1</script>";
  const visitor = await (await browser.newContext()).newPage();
  const seen = await watch(visitor);
  await visitor.goto(`/course/${course.slug}?lesson=odd`);
  await expect(visitor.locator("figure video").first()).toBeAttached();
  await expectNothingFired(visitor, seen, wanted);
  for (const slug of described) {
    await visitor.goto(`/u/${handle}/${slug}`);
    await expectNothingFired(visitor, seen, "fired=1");
  }
  await visitor.context().close();

  const happened = await watch(page);
  await page.goto(`/course-editor/${course.id}?lesson=${lesson?.id}`);
  await expect(page.getByRole("textbox", { name: "Lesson text" })).toContainText(wanted);
  await expectNothingFired(page, happened, wanted);
});

/** A picture of one point. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
