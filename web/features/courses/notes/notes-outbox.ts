import type { LessonNote } from "#contract/courses/lesson-notes.ts";
import { type Course, lessonsOf } from "#web/features/player/course-outline.ts";
import { writtenOutbox } from "#web/features/courses/written-outbox.ts";

/** A note as its writer left it; `text` is null for one that is deleted. */
export type WrittenNote = { lessonId: string; seconds: number | null; text: string | null };
export type Waiting = Record<string, WrittenNote>;

/** Keeps what was written of one course's notes until the server has it. */
export function notesOutbox(course: NotedCourse, storage: Parameters<typeof writtenOutbox>[1]) {
  const outbox = writtenOutbox<WrittenNote>(`openstall:notes:${course.id}`, storage);
  // An earlier version kept them under the slug alone, which courses of several stores may have.
  const lessonIds = new Set(lessonsOf(course).map(({ id }) => id));
  const earlier = writtenOutbox<WrittenNote>(`openstall:notes:${course.slug}`, storage);
  for (const [id, note] of earlier.take(({ lessonId }) => lessonIds.has(lessonId))) outbox.write(id, note);
  return outbox;
}

type NotedCourse = Pick<Course, "id" | "slug" | "modules">;

type KnownNote = Pick<LessonNote, "id" | "lessonId" | "seconds" | "text">;
export type ShownNote = KnownNote & { isWaiting: boolean };

/** The server's notes with what waits for it, in the order of the video. */
export function shownNotes(known: readonly KnownNote[], waiting: Waiting): ShownNote[] {
  const kept = known
    .filter(({ id }) => !(id in waiting))
    .map(({ id, lessonId, seconds, text }) => ({ id, lessonId, seconds, text, isWaiting: false }));
  const written = Object.entries(waiting).flatMap(([id, { text, ...note }]) =>
    text === null ? [] : [{ id, ...note, text, isWaiting: true }],
  );
  return [...kept, ...written].toSorted((one, other) => (one.seconds ?? -1) - (other.seconds ?? -1));
}
