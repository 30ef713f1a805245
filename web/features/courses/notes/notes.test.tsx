import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { LessonNote, listNotes, saveNote } from "#contract/courses/lesson-notes.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { type CourseVisit, CourseVisitProvider } from "#web/features/player/course-visit.ts";
import type { Output } from "#web/api.ts";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import type { Playhead } from "#web/features/player/playhead.ts";
import { playedStorage } from "#web/features/player/played-storage.ts";
import { notesOutbox } from "./notes-outbox.ts";
import { Notes } from "./notes.tsx";

const slug = "brand-design";
const lessonId = exampleId();
const visit = {
  course: { id: exampleId(), slug, modules: [] as CourseVisit["course"]["modules"] },
} as CourseVisit;
const lesson = { id: lessonId } as OutlineLesson;
const playhead = { seconds: () => 60 } as Playhead;

test("a note of the last visit, which is saved while the notes are on their way, stays in sight", async () => {
  let notes: Output<typeof listNotes>["notes"] = [];
  server.answer(listNotes, { notes: [] });
  // The list was asked for before the note arrived, and comes after it.
  const before = server.hold(listNotes);
  server.answer(saveNote, ({ params, body }) => {
    const saved = example(LessonNote, { id: params.noteId, lessonId, ...body });
    notes = [saved];
    server.answer(listNotes, () => ({ notes }));
    return saved;
  });
  notesOutbox(visit.course, playedStorage).write(exampleId(), {
    lessonId,
    seconds: 60,
    text: "Without a network",
  });
  await renderScreen(
    <CourseVisitProvider value={visit}>
      <Notes lesson={lesson} playhead={playhead} />
    </CourseVisitProvider>,
  );
  await expect.poll(() => server.calls(saveNote)).toHaveLength(1);
  before.release();
  await expect.element(page.getByText("Without a network")).toBeVisible();
  await expect.element(page.getByText("Not saved yet")).not.toBeInTheDocument();
});
