import { expect, test } from "vitest";
import { notesMarkdown } from "./notes-markdown.ts";
import { notesOutbox, shownNotes, type WrittenNote } from "./notes-outbox.ts";
import type { Course } from "#web/features/player/course-outline.ts";

const note: WrittenNote = { lessonId: "l1", seconds: 65, text: "Mine" };

function testOutbox(kept: Record<string, string> = {}) {
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  };
  return { kept, ...notesOutbox({ id: "course", slug: "course-slug", modules: [] }, storage) };
}

test("what was written without a connection waits, also for the next visit, and is sent once", async () => {
  const closed = testOutbox();
  closed.write("n1", note);
  await expect(closed.send(() => Promise.reject(new TypeError("Failed to fetch")))).rejects.toThrow("fetch");
  const opened = testOutbox(closed.kept);
  const sent: string[] = [];
  const post = async (id: string) => void sent.push(id);
  await opened.send(post);
  await opened.send(post);
  expect(sent).toEqual(["n1"]);
  expect(opened.kept).toEqual({});
});

test("one that is refused keeps none of the others back", async () => {
  const outbox = testOutbox();
  outbox.write("n1", note);
  outbox.write("n2", note);
  await expect(
    outbox.send(async (id) => {
      if (id === "n1") throw new Error("There is no room");
    }),
  ).rejects.toThrow("room");
  expect(Object.keys(outbox.waiting())).toEqual(["n1"]);
});

test("a note that is changed while it is sent is sent again", async () => {
  const outbox = testOutbox();
  outbox.write("n1", note);
  await outbox.send(async () => outbox.write("n1", { ...note, text: "Changed" }));
  expect(outbox.waiting()).toEqual({ n1: { ...note, text: "Changed" } });
});

test("what waits is shown in the place of what the server has, and what is deleted is not", () => {
  const known = (id: string, seconds: number | null) => ({
    id,
    lessonId: "l1",
    seconds,
    text: id,
    updatedAt: new Date(0),
  });
  const shown = shownNotes([known("a", 90), known("b", 10), known("c", null)], {
    b: { ...note, text: null },
    n1: note,
  });
  expect(shown.map(({ id, isWaiting }) => [id, isWaiting])).toEqual([
    ["c", false],
    ["n1", true],
    ["a", false],
  ]);
});

test("what another hand wrote into the storage is passed over", () => {
  expect(testOutbox({ "openstall:notes:course": "not json" }).waiting()).toEqual({});
  expect(testOutbox({ "openstall:notes:course": "3" }).waiting()).toEqual({});
});

test("notes are written down by lesson and time", () => {
  const course = {
    title: "Design",
    modules: [
      {
        title: "One",
        lessons: [
          { id: "l1", title: "First" },
          { id: "l2", title: "Empty" },
        ],
      },
      { title: "Two", lessons: [{ id: "l3", title: "Last" }] },
    ],
  } as unknown as Course;
  const of = (lessonId: string, seconds: number | null, text: string) => ({
    id: text,
    lessonId,
    seconds,
    text,
    isWaiting: false,
  });
  expect(
    notesMarkdown(course, [of("l3", null, "All of it"), of("l1", 5, "a\nb"), of("l1", 3_725, "c")]),
  ).toBe("# Design\n\n## First\n\n- **0:05** a\n  b\n- **1:02:05** c\n\n## Last\n\n- All of it\n");
});
