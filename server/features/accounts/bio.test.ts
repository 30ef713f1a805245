import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCreator, getCurrentUser, updateProfile } from "#contract/accounts/accounts.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { users } from "#server/database/schema/accounts.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const written: RichDocument = {
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: [
        { type: "text", text: "I teach " },
        { type: "text", text: "<calm>", marks: [{ type: "bold" }] },
      ],
    },
    {
      type: "bulletList",
      content: [
        {
          type: "listItem",
          content: [
            {
              type: "paragraph",
              content: [
                {
                  type: "text",
                  text: "Letters",
                  marks: [{ type: "link", attrs: { href: "https://example.com/" } }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

async function makePerson(fields: Parameters<typeof makeCreator>[1] = {}) {
  const creator = await makeCreator(app, fields);
  const me = app.as(creator);
  return {
    me,
    save: (body: object) => me.call(updateProfile, { body }),
    shown: async () => (await app.call(getCreator, { params: { handle: creator.handle } })).body,
    row: async () => (await db.select().from(users).where(eq(users.id, creator.id)))[0],
  };
}

test("a bio is written with its looks, shown as safe HTML, and read as a text where there are none", async () => {
  const { me, save, shown } = await makePerson();
  const { status, body } = await save({ bioDocument: written });
  expect(status).toBe(200);
  expect(body).toMatchObject({ bio: "I teach <calm>\n\n- Letters", bioDocument: written });
  expect((await me.call(getCurrentUser, {})).body.bioDocument).toEqual(written);
  expect(await shown()).toMatchObject({
    bio: "I teach <calm>\n\n- Letters",
    bioHtml:
      '<p dir="auto">I teach <strong>&lt;calm&gt;</strong></p><ul><li><p dir="auto"><a href="https://example.com/" target="_blank" rel="noopener noreferrer nofollow ugc">Letters</a></p></li></ul>',
  });
});

test("a bio of plain text is its own document, and shows its lines", async () => {
  const { shown, me } = await makePerson({ bio: "Hello\nyou\n\nBye" });
  expect((await shown()).bioHtml).toBe('<p dir="auto">Hello<br>you</p><p dir="auto">Bye</p>');
  expect((await me.call(getCurrentUser, {})).body.bioDocument).toEqual(documentOfText("Hello\nyou\n\nBye"));
});

test("a text that says the same leaves the looks, another one takes their place, an emptied one leaves nothing", async () => {
  const { save, row, shown } = await makePerson();
  await save({ bioDocument: written });
  await save({ bio: "I teach <calm>\n\n- Letters" });
  expect((await row())?.bioDocument).toEqual(written);
  await save({ tagline: "Only this" });
  expect((await row())?.bioDocument).toEqual(written);
  await save({ bio: "Plain" });
  expect(await row()).toMatchObject({ bio: "Plain", bioDocument: null });
  await save({ bioDocument: documentOfText("") });
  expect(await row()).toMatchObject({ bio: null, bioDocument: null });
  expect((await shown()).bioHtml).toBe("");
});

test("a bio that is too long, holds what a bio has not, or is said twice, is refused by name", async () => {
  const { save, row } = await makePerson({ bio: "Mine" });
  const heading = { type: "heading", attrs: { level: 1 }, content: [] };
  const picture = {
    type: "picture",
    attrs: { imageId: crypto.randomUUID(), width: 1, height: 1, alt: "", caption: "" },
  };
  for (const [body, field] of [
    [{ bioDocument: documentOfText("x".repeat(1_001)) }, "bio"],
    [{ bio: "Another", bioDocument: written }, "bioDocument"],
    [{ bioDocument: { type: "doc", content: [heading] } }, "bioDocument"],
    [{ bioDocument: { type: "doc", content: [picture] } }, "bioDocument"],
    [{ bioDocument: { type: "doc", content: [{ type: "table", content: [] }] } }, "bioDocument"],
    [{ bioDocument: "<p>HTML</p>" }, "bioDocument"],
  ] as const) {
    const answer = await save(body);
    expect(answer.status).toBe(422);
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual([field]);
  }
  expect(await row()).toMatchObject({ bio: "Mine", bioDocument: null });
  expect((await save({ bioDocument: documentOfText("x".repeat(1_000)) })).status).toBe(200);
});
