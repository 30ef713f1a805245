import type { LessonNote } from "#contract/courses/lesson-notes.ts";

/** A note as its writer left it; `text` is null for one that is deleted. */
export type WrittenNote = { lessonId: string; seconds: number | null; text: string | null };
export type Waiting = Record<string, WrittenNote>;

type NotesStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Keeps what was written of one course's notes until the server has it, in the storage, where the next visit and other tabs
 * find it. Every note has an id of its own, so that what is in doubt is sent again.
 */
export function notesOutbox(slug: string, storage: NotesStorage) {
  const key = `openstall:notes:${slug}`;

  function waiting(): Waiting {
    try {
      const kept: unknown = JSON.parse(storage.getItem(key) ?? "{}");
      return typeof kept === "object" && kept !== null ? { ...kept } : {};
    } catch {
      return {};
    }
  }
  function keep(notes: Waiting) {
    if (Object.keys(notes).length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(notes));
  }

  return {
    waiting,
    write: (id: string, note: WrittenNote) => keep({ ...waiting(), [id]: note }),
    /**
     * Sends what waits, one after another. What fails stays, and keeps none of the others back; so does a note that was
     * changed meanwhile. Throws the last failure.
     */
    async send(post: (id: string, note: WrittenNote) => Promise<void>): Promise<void> {
      let failure: unknown;
      for (const [id, note] of Object.entries(waiting())) {
        try {
          await post(id, note);
        } catch (error) {
          failure = error;
          continue;
        }
        const { [id]: now, ...others } = waiting();
        if (JSON.stringify(now) === JSON.stringify(note)) keep(others);
      }
      if (failure !== undefined) throw failure;
    },
  };
}

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
