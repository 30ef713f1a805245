import type { LessonNote } from "#contract/courses/lesson-notes.ts";
import { writtenOutbox } from "#web/features/courses/written-outbox.ts";

/** A note as its writer left it; `text` is null for one that is deleted. */
export type WrittenNote = { lessonId: string; seconds: number | null; text: string | null };
export type Waiting = Record<string, WrittenNote>;

/** Keeps what was written of one course's notes until the server has it. */
export const notesOutbox = (slug: string, storage: Parameters<typeof writtenOutbox>[1]) =>
  writtenOutbox<WrittenNote>(`openstall:notes:${slug}`, storage);

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
