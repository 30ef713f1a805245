import type { EditedLesson } from "./lesson-fields.ts";
import { type LessonCalls, type LessonSession, lessonSession } from "./lesson-session.ts";

export type LessonSessions = ReturnType<typeof lessonSessions>;

/** What is typed into the lessons of one course: one session for each lesson that was opened. */
export function lessonSessions(callsFor: (lessonId: string) => LessonCalls) {
  const sessions = new Map<string, LessonSession>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const all = () => [...sessions.values()];

  return {
    /** The session of a lesson, begun with this state of it where there is none yet. */
    of(lesson: EditedLesson): LessonSession {
      const known = sessions.get(lesson.id);
      if (known) return known;
      const session = lessonSession(lesson, callsFor(lesson.id));
      session.subscribe(notify);
      sessions.set(lesson.id, session);
      return session;
    },
    /** A lesson that was opened and has something that is not saved. */
    findUnsaved(lessonId: string | undefined): LessonSession | undefined {
      const session = lessonId === undefined ? undefined : sessions.get(lessonId);
      return session?.hasUnsaved() ? session : undefined;
    },
    /** Gives every session the state that the outline brought. */
    sync(lessons: readonly EditedLesson[]) {
      for (const lesson of lessons) sessions.get(lesson.id)?.sync(lesson);
    },
    /** Forgets lessons that were deleted here. */
    drop(lessonIds: readonly string[]) {
      for (const id of lessonIds) {
        sessions.get(id)?.drop();
        sessions.delete(id);
      }
      notify();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hasUnsaved: () => all().some((session) => session.hasUnsaved()),
    /** Tries to save everything now. */
    flush: async () => void (await Promise.all(all().map((session) => session.flush()))),
  };
}
