import { expect, test, vi } from "vitest";
import type { RichDocument } from "#contract/document/document.ts";
import { ApiError } from "#web/api.ts";
import { editSession } from "#web/layout/self-saving/edit-session.ts";
import { mergePost, postRules } from "./post-session.ts";
import { type MyPost, newPost, publishedAtOf, valuesOfPost } from "./post-values.ts";

const openedAt = new Date("2026-11-01T12:00:00.000Z");
const { fieldsOf, changeOf, savesItself } = postRules(openedAt, "UTC");
const text = (...words: string[]): RichDocument => ({
  type: "doc",
  content: words.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
});
const post = (fields: Partial<MyPost> = {}): MyPost => ({
  ...newPost("p1"),
  id: "1",
  title: "News",
  content: text("Hello"),
  revision: 1,
  updatedAt: openedAt.toISOString(),
  ...fields,
});

test("a draft saves its words and never when members see them; what members see or will see waits for its button", () => {
  const draft = post();
  const values = fieldsOf(draft);
  expect(changeOf(draft, { ...values, visibility: "SCHEDULED", publishAt: "2026-12-01T09:00" })).toEqual({});
  expect(changeOf(draft, { ...values, title: "Newer", visibility: "SCHEDULED" })).toMatchObject({
    title: "Newer",
    publishedAt: null,
  });
  const [out, later] = ["2026-10-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"];
  expect([null, out, later].map((publishedAt) => savesItself(post({ publishedAt })))).toEqual([
    true,
    false,
    false,
  ]);
  expect(changeOf(post({ publishedAt: out }), { ...values, visibility: "DRAFT" })).toMatchObject({
    publishedAt: null,
  });
});

test("a post that was published after it was opened keeps its day", () => {
  const publishedAt = "2026-11-01T12:05:00.000Z";
  const out = post({ publishedAt, updatedAt: publishedAt, revision: 2 });
  const values = valuesOfPost(out, openedAt, "UTC");
  expect(values.visibility).toBe("PUBLISHED");
  expect(publishedAtOf(values, out, openedAt, "UTC")).toBe(publishedAt);
  expect(publishedAtOf(values, post(), openedAt, "UTC")).toBe("now");
});

test("the space after a word stays while the next is typed, though the server trims it", () => {
  const typed = { ...fieldsOf(post()), title: "Twelve " };
  expect(changeOf(post({ title: "Twelve" }), typed)).toEqual({});
  expect(mergePost(typed, typed, fieldsOf(post({ title: "Twelve" }))).fields.title).toBe("Twelve ");
});

test("two tabs are put together by fields and by blocks of the text; the same in both is named", () => {
  const base = fieldsOf(post({ content: text("One", "Two") }));
  const mine = { ...base, content: text("One, mine", "Two") };
  const theirs = { ...base, title: "Theirs", content: text("One", "Two", "Three") };
  expect(mergePost(base, mine, theirs)).toEqual({
    fields: { ...theirs, content: text("One, mine", "Two", "Three") },
    conflicts: [],
  });
  expect(mergePost(base, mine, { ...base, content: text("One, theirs", "Two") })).toEqual({
    fields: mine,
    conflicts: ["content"],
  });
});

test("what was refused is asked again by the button, and is no longer said once it was taken", async () => {
  const publishedAt = "2026-10-01T00:00:00.000Z";
  const refusal = new ApiError(422, JSON.stringify({ fields: { productId: "It is archived" } }), "");
  const save = vi.fn<() => Promise<MyPost>>(async () => post({ title: "Newer", publishedAt, revision: 2 }));
  save.mockRejectedValueOnce(refusal);
  const session = editSession(postRules(openedAt, "UTC"), post({ publishedAt }), {
    save,
    load: async () => undefined,
    onSaved: () => {},
  });
  session.change({ title: "Newer" });
  const press = () => session.submit((item, values) => changeOf(item, values));
  expect(await press()).toBe(false);
  expect(session.current().errors).toEqual({ productId: "It is archived" });
  expect(await press()).toBe(true);
  expect(session.current()).toMatchObject({ errors: {}, status: { step: "saved" } });
});
