import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { updateProfile } from "#contract/accounts/accounts.ts";
import { updateProduct } from "#contract/catalog/catalog.ts";
import { nodeRules } from "#contract/document/node-rules.ts";
import { createPost } from "#contract/posts/posts.ts";
import { users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { posts } from "#server/database/schema/posts.ts";
import { editedLesson } from "#tests/support/edited-lesson.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const doc = (...content: unknown[]) => ({ type: "doc", content });
const words = (more: object = {}) => ({ type: "text", text: "x", ...more });
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const fire = "alert(1)";

const unknownNodes =
  "script iframe img svg object embed form input style link meta base html video audio details math template constructor __proto__ toString hasOwnProperty"
    .split(" ")
    .filter((type) => type !== "video")
    .map((type) => doc({ type, attrs: { src: "x", onerror: fire }, content: [] }));
const unknownMarks = [
  "script",
  "onclick",
  "style",
  "textStyle",
  "underline",
  "constructor",
  "__proto__",
  "html",
].map((type) => doc(paragraph(words({ marks: [{ type, attrs: { onclick: fire } }] }))));
const unknownAttributes = Object.keys(nodeRules).flatMap((type) =>
  ["onclick", "style", "innerHTML", "src"].map((name) =>
    type === "doc"
      ? { ...doc(paragraph()), attrs: { [name]: fire } }
      : doc({ type, attrs: { [name]: fire }, ...(type === "text" ? { text: "x" } : { content: [] }) }),
  ),
);
const badAddresses = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:https://x/1",
  "file:///etc/passwd",
  "//xss.invalid",
  "/\\xss.invalid",
  "/api/logout",
  "https://user@xss.invalid",
].flatMap((href) => [
  doc(paragraph(words({ marks: [{ type: "link", attrs: { href } }] }))),
  doc({ type: "button", attrs: { label: "Press", href } }),
]);
const link = (attrs: object) => doc(paragraph(words({ marks: [{ type: "link", attrs }] })));
const unknownKeys = [
  { ...doc(paragraph()), html: "<script>" },
  doc({ ...paragraph(), dangerouslySetInnerHTML: { __html: fire } }),
  doc(paragraph(words({ onclick: fire }))),
  doc(paragraph(words({ marks: [{ type: "bold", onclick: fire }] }))),
  link({ href: "https://example.com", target: "_self" }),
  link({ href: "https://example.com", onclick: fire }),
  link({ href: { toString: fire } }),
  doc(paragraph({ type: "text", text: { html: fire } })),
  doc(paragraph({ type: "text", text: [fire] })),
  doc({ type: "heading", attrs: { level: "1><script>" }, content: [] }),
  doc({ type: "callout", attrs: { tone: '"><script>' }, content: [paragraph()] }),
  doc({ type: "codeBlock", attrs: { language: '"><script>' }, content: [] }),
  doc({ type: "orderedList", attrs: { start: '1" onclick="' }, content: [] }),
  doc({ type: "video", attrs: { provider: "evil", videoId: "dQw4w9WgXcQ", title: "" } }),
  doc({ type: "video", attrs: { provider: "youtube", videoId: '"><script>', title: "" } }),
  doc({ type: "product", attrs: { productId: "../../x" } }),
  doc({ type: "picture", attrs: { imageId: "x/../../y", width: 1, height: 1, alt: "", caption: "" } }),
  doc(words()),
  doc("<script>"),
  doc(null),
  doc([[]]),
  { type: "doc" },
  { type: "doc", content: {} },
  { type: "paragraph", content: [] },
  [],
  "<script>alert(1)</script>",
];
const nested = (type: string): unknown =>
  JSON.parse(
    `{"type":"doc","content":[${`{"type":"${type}","content":[`.repeat(1_000)}${"]}".repeat(1_000)}]}`,
  );
const tooMuch = [
  nested("blockquote"),
  nested("callout"),
  nested("bulletList"),
  doc(paragraph(words({ text: "x".repeat(5_000_000) }))),
  { type: "doc", content: Array.from({ length: 150_000 }, () => paragraph()) },
];
const hostile: unknown[] = [
  ...unknownNodes,
  ...unknownMarks,
  ...unknownAttributes,
  ...badAddresses,
  ...unknownKeys,
  ...tooMuch,
];

test("of 150 hostile documents sent as description, lesson, post and bio not one is stored", async () => {
  expect(new Set(hostile.map((value) => JSON.stringify(value))).size).toBeGreaterThanOrEqual(150);
  const creator = await makeCreator(app, { bio: "Mine" });
  const me = app.as(creator);
  const product = await makeProduct(app, { ownerId: creator.id, description: "Mine" });
  const { change, lesson } = await editedLesson(app, creator, { content: "Mine" });
  const given = (value: unknown) => value as never;
  const ways: Record<string, (value: unknown) => Promise<{ status: number }>> = {
    description: (value) =>
      me.call(updateProduct, {
        params: { id: product.id },
        body: { descriptionDocument: given(value), revision: product.revision },
      }),
    lesson: (value) => change({ content: given(value) }),
    post: (value) => me.call(createPost, { body: { title: "News", content: given(value) } }),
    bio: (value) => me.call(updateProfile, { body: { bioDocument: given(value) } }),
  };
  for (const [name, send] of Object.entries(ways))
    for (const value of hostile) {
      let { status } = await send(value);
      if (status === 429) {
        app.clock.advance({ minutes: 2 });
        ({ status } = await send(value));
      }
      expect([400, 413, 422], `${name}: ${JSON.stringify(value).slice(0, 200)}`).toContain(status);
    }
  const [[row], [text], [person]] = [
    await db.select().from(products).where(eq(products.id, product.id)),
    await db.select().from(lessons).where(eq(lessons.id, lesson.id)),
    await db.select().from(users).where(eq(users.id, creator.id)),
  ];
  expect(row).toMatchObject({ description: "Mine", descriptionDocument: null, revision: product.revision });
  expect(text).toMatchObject({ content: "Mine", contentDocument: null });
  expect(person).toMatchObject({ bio: "Mine", bioDocument: null });
  expect(await db.$count(posts, eq(posts.ownerId, creator.id))).toBe(0);
});
