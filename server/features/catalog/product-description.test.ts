import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createProduct,
  listMyProducts,
  type ProductInput,
  updateProduct,
} from "#contract/catalog/catalog.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { readMarkdown } from "#contract/document/markdown-calls.ts";
import { deepest } from "#contract/document/read-document.ts";
import type { Block, RichDocument } from "#contract/document/document.ts";
import { products } from "#server/database/schema/catalog.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const text = (text: string) => ({ type: "text" as const, text });
const paragraph = (words: string): Block => ({ type: "paragraph", content: [text(words)] });
const doc = (...content: Block[]): RichDocument => ({ type: "doc", content });
const rich = doc(
  { type: "heading", attrs: { level: 1 }, content: [text("Inside")] },
  {
    type: "bulletList",
    content: [
      { type: "listItem", content: [paragraph("<b>forty</b> pages")] },
      { type: "listItem", content: [paragraph("six birds")] },
    ],
  },
);
const plain = "Inside\n\n- <b>forty</b> pages\n- six birds";

const create = (more: Partial<ProductInput>) =>
  app.as(creator).call(createProduct, {
    body: { title: "Notes", slug: `notes-${crypto.randomUUID().slice(0, 8)}`, type: "SERVICE", ...more },
  });
const change = (id: string, body: Partial<ProductInput>) =>
  app.as(creator).call(updateProduct, { params: { id }, body });
const pageOf = async (idOrSlug: string) => (await app.call(getProduct, { params: { idOrSlug } })).body;

describe("a description", () => {
  test("written as a document is safe HTML on its page, and plain text wherever a text is asked for", async () => {
    const { status, body } = await create({ descriptionDocument: rich });
    expect(status).toBe(201);
    expect(body).toMatchObject({ description: plain, descriptionDocument: rich });
    expect(await pageOf(body.slug)).toMatchObject({
      description: plain,
      descriptionHtml:
        '<h2 dir="auto">Inside</h2><ul><li><p dir="auto">&lt;b&gt;forty&lt;/b&gt; pages</p></li><li><p dir="auto">six birds</p></li></ul>',
    });
  });

  test("is kept as deep as a document may be, its links included", async () => {
    const link = { type: "link" as const, attrs: { href: "https://example.com/deep" } };
    let block: Block = { type: "paragraph", content: [{ ...text("deep"), marks: [link] }] };
    for (let depth = deepest - 2; depth > 0; depth--) block = { type: "blockquote", content: [block] };
    const { status, body } = await create({ descriptionDocument: doc(block) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      description: expect.stringContaining("deep"),
      descriptionDocument: doc(block),
    });
    const deeper = await create({ descriptionDocument: doc({ type: "blockquote", content: [block] }) });
    expect(deeper.body).toMatchObject({ fields: { descriptionDocument: expect.any(String) as string } });
  });

  test("written as plain text, or before there were documents, has its lines and paragraphs", async () => {
    const made = await makeProduct(app, { ownerId: creator.id, description: "One\n<i>two</i>\n\nThree" });
    expect((await pageOf(made.slug)).descriptionHtml).toBe(
      '<p dir="auto">One<br>&lt;i&gt;two&lt;/i&gt;</p><p dir="auto">Three</p>',
    );
    const { body } = await app.as(creator).call(listMyProducts);
    expect(body[0]?.descriptionDocument).toEqual(
      doc(
        { type: "paragraph", content: [text("One"), { type: "hardBreak" }, text("<i>two</i>")] },
        paragraph("Three"),
      ),
    );
    // Saved as it was opened, it says the same.
    const saved = await change(made.id, { descriptionDocument: body[0]!.descriptionDocument });
    expect(saved.body.description).toBe("One\n<i>two</i>\n\nThree");
    expect((await pageOf((await create({})).body.slug)).descriptionHtml).toBe("");
  });

  test("keeps its looks when other fields change or the same text comes back, and loses them to another text", async () => {
    const { body: made } = await create({ descriptionDocument: rich });
    expect((await change(made.id, { priceCents: 900 })).body.descriptionDocument).toEqual(rich);
    expect((await change(made.id, { description: plain })).body.descriptionDocument).toEqual(rich);
    expect((await app.as(creator).call(duplicateProduct, { params: { id: made.id } })).body).toMatchObject({
      description: plain,
      descriptionDocument: rich,
    });
    const plainly = (await change(made.id, { description: "Other" })).body;
    expect(plainly).toMatchObject({ description: "Other", descriptionDocument: doc(paragraph("Other")) });
    const bold = doc({ type: "paragraph", content: [{ ...text("Other"), marks: [{ type: "bold" }] }] });
    const again = (await change(made.id, { descriptionDocument: bold })).body;
    expect(again).toMatchObject({ description: "Other", revision: plainly.revision + 1 });
    expect(
      (await change(made.id, { descriptionDocument: doc({ type: "paragraph", content: [] }) })).body
        .description,
    ).toBe("");
  });

  test("is refused with words where it is too long, hostile, or both a text and a document", async () => {
    const { body: made } = await create({ descriptionDocument: rich });
    const hostile = {
      type: "doc",
      content: [{ type: "paragraph", attrs: { onclick: "alert(1)" } }],
    } as never;
    for (const [body, field, message] of [
      [{ descriptionDocument: doc(paragraph("x".repeat(5_001))) }, "description", /5,000 characters/],
      [{ descriptionDocument: hostile }, "descriptionDocument", /cannot be kept/],
      [{ descriptionDocument: "<p>x</p>" as never }, "descriptionDocument", /./],
      [
        { description: "Another", descriptionDocument: rich },
        "descriptionDocument",
        /as a text or as a document/,
      ],
    ] as const) {
      expect(await change(made.id, body)).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.stringMatching(message) } },
      });
      expect((await create(body)).status).toBe(422);
    }
    const [row] = await app.services.db.select().from(products).where(eq(products.id, made.id));
    expect(row).toMatchObject({ description: plain, descriptionDocument: rich });
  });

  test("is in the database a document or nothing", async () => {
    const { id } = await makeProduct(app, { ownerId: creator.id });
    for (const wrong of ["{}", "null", '"<p>"', '{"type":"html"}'])
      await expect(
        app.services.db.execute(
          sql`update products set description_document = ${wrong}::jsonb where id = ${id}`,
        ),
      ).rejects.toThrow();
  });
});

test("Markdown is read for the editor, by its creator only, and is stored nowhere", async () => {
  const read = (text: string) => app.as(creator).call(readMarkdown, { body: { text } });
  expect((await read("# Inside\n\n- <b>forty</b> pages\n- six birds")).body).toEqual({ document: rich });
  expect((await read("x\n\n".repeat(5_001))).status).toBe(422);
  expect((await app.call(readMarkdown, { body: { text: "x" } })).status).toBe(401);
});
