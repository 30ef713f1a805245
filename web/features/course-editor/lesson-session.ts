import type { LessonChange } from "#contract/courses/course-editor.ts";
import { ApiError } from "#web/api.ts";
import {
  changeBetween,
  type EditedLesson,
  fieldOfServer,
  fieldsOf,
  type LessonField,
  type LessonFields,
  withSentCaptions,
} from "./lesson-fields.ts";
import { mergeLesson } from "./merge-lesson.ts";

/** How it stands with what was typed. */
export type SaveStatus =
  | { step: "saved"; at: Date | undefined; merged: boolean }
  | { step: "unsaved" }
  | { step: "saving" }
  /** The server could not be reached, or was not well; it is tried again. */
  | { step: "offline" }
  /** Nobody is signed in any more; it is tried again. */
  | { step: "signed-out" }
  /** The server does not take some of it as it is; the rest is saved. */
  | { step: "refused"; message: string }
  /** Somebody else changed the same fields: each waits for a decision. */
  | { step: "conflict"; fields: readonly LessonField[] }
  /** The lesson was deleted elsewhere. */
  | { step: "gone" };

/** Why the server does not take fields as they are. */
export type LessonErrors = Partial<Record<LessonField, string>>;

export type LessonState = {
  lesson: EditedLesson;
  fields: LessonFields;
  errors: LessonErrors;
  status: SaveStatus;
};

export type LessonCalls = {
  save: (change: LessonChange & { revision: number }) => Promise<EditedLesson>;
  /** The lesson as it is now on the server; undefined where it is no more. */
  load: () => Promise<EditedLesson | undefined>;
  onSaved: (lesson: EditedLesson) => void;
};

export type LessonSession = ReturnType<typeof lessonSession>;

const typingPauseMs = 800;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * Keeps what is typed into one lesson and saves it by itself: 800 ms after the last change or when it is flushed, one
 * save at a time, again and again while the server cannot be reached. A change that another tab saved in between is
 * merged where the two touched different fields; where they touched the same one, it waits for `decide`.
 */
export function lessonSession(start: EditedLesson, calls: LessonCalls) {
  let state: LessonState = {
    lesson: start,
    fields: fieldsOf(start),
    errors: {},
    status: { step: "saved", at: undefined, merged: false },
  };
  let conflicts: readonly LessonField[] = [];
  let merged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  const listeners = new Set<() => void>();

  const set = (next: Partial<LessonState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const hasUnsaved = () =>
    running !== undefined || !isEmpty(changeBetween(fieldsOf(state.lesson), state.fields));
  /** What there is to send: a field that was refused waits until it is changed. */
  const pending = () => changeBetween(fieldsOf(state.lesson), { ...state.fields, ...keptOf(state) });

  function change(fields: Partial<LessonFields>) {
    merged = false;
    const errors = { ...state.errors };
    for (const field of Object.keys(fields)) delete errors[field as LessonField];
    set({ fields: { ...state.fields, ...fields }, errors });
    if (!running && state.status.step !== "gone") updateStatus(typingPauseMs);
  }

  /** Says how it stands, and saves what there is to save after a while. */
  function updateStatus(delayMs: number, savedAt?: Date) {
    clearTimeout(timer);
    if (conflicts.length > 0) return set({ status: { step: "conflict", fields: conflicts } });
    if (!isEmpty(pending())) {
      set({ status: { step: "unsaved" } });
      return saveIn(delayMs);
    }
    const [message] = Object.values(state.errors);
    set({ status: message ? { step: "refused", message } : { step: "saved", at: savedAt, merged } });
  }

  function saveIn(delayMs: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delayMs);
  }

  /** Saves what there is, and what is typed meanwhile. Does not fail: the status tells. */
  async function save(): Promise<void> {
    clearTimeout(timer);
    if (running) {
      await running;
      return state.status.step === "unsaved" ? save() : undefined;
    }
    if (isEmpty(pending()) || conflicts.length > 0 || state.status.step === "gone") return;
    set({ status: { step: "saving" } });
    running = sendOnce().finally(() => (running = undefined));
    await running;
  }

  async function sendOnce() {
    const sent = { ...state.fields, ...keptOf(state) };
    try {
      const lesson = await calls.save({ ...pending(), revision: state.lesson.revision });
      failures = 0;
      accept(lesson, sent);
    } catch (error) {
      await refuse(error);
    }
  }

  /** The server took `sent`; it may have written it in its own way (a trimmed title, captions as WebVTT). */
  function accept(lesson: EditedLesson, sent: LessonFields) {
    const { fields } = mergeLesson(
      withSentCaptions(sent, sent, lesson),
      withSentCaptions(state.fields, sent, lesson),
      fieldsOf(lesson),
    );
    set({ lesson, fields });
    calls.onSaved(lesson);
    updateStatus(typingPauseMs, new Date());
  }

  async function refuse(error: unknown) {
    const { status = 0, body = {} } = error instanceof ApiError ? error : {};
    if (status === 409 && body.code === "LESSON_CHANGED") return mergeWithTheirs();
    if (status === 404) return set({ status: { step: "gone" } });
    if (status === 401) return retry({ step: "signed-out" });
    if (status === 0 || status === 429 || status >= 500) return retry({ step: "offline" });
    const named = Object.entries(body.fields ?? {}).flatMap(([name, message]) => {
      const field = fieldOfServer(name);
      return field ? [[field, message] as const] : [];
    });
    if (named.length === 0)
      return set({ status: { step: "refused", message: body.message ?? "This could not be saved." } });
    const errors: LessonErrors = { ...state.errors, ...Object.fromEntries(named) };
    set({ errors, fields: withoutRefusedFiles(state, errors) });
    updateStatus(0);
  }

  function retry(status: SaveStatus) {
    set({ status });
    saveIn(Math.min(longestRetryMs, firstRetryMs * 2 ** failures++));
  }

  async function mergeWithTheirs() {
    let lesson: EditedLesson | undefined;
    try {
      lesson = await calls.load();
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.status === 401;
      return retry({ step: isSignedOut ? "signed-out" : "offline" });
    }
    if (!lesson) return set({ status: { step: "gone" } });
    const together = mergeLesson(fieldsOf(state.lesson), state.fields, fieldsOf(lesson));
    conflicts = together.conflicts;
    merged = true;
    set({ lesson, fields: together.fields });
    calls.onSaved(lesson);
    updateStatus(0, new Date());
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => state,
    change,
    /** Saves at once what has not been saved; resolves once it was tried. */
    flush: save,
    /** Decides one field that was changed here and elsewhere. Once all are decided, it is saved. */
    decide(field: LessonField, whose: "mine" | "theirs") {
      conflicts = conflicts.filter((each) => each !== field);
      if (whose === "theirs") set({ fields: { ...state.fields, [field]: fieldsOf(state.lesson)[field] } });
      updateStatus(0, new Date());
    },
    /** Takes a newer state of the lesson that arrived by another way, unless something is not saved here. */
    sync(lesson: EditedLesson) {
      if (lesson.revision > state.lesson.revision && !hasUnsaved()) set({ lesson, fields: fieldsOf(lesson) });
    },
    hasUnsaved,
    /** Forgets what is not saved. */
    drop() {
      clearTimeout(timer);
      conflicts = [];
      set({
        fields: fieldsOf(state.lesson),
        errors: {},
        status: { step: "saved", at: undefined, merged: false },
      });
    },
  };
}

const isEmpty = (change: LessonChange) => Object.keys(change).length === 0;

/** The saved values of the fields that are refused as they are. */
function keptOf({ lesson, errors }: LessonState): Partial<LessonFields> {
  const saved = Object.entries(fieldsOf(lesson));
  return Object.fromEntries(saved.filter(([field]) => field in errors));
}

/** A file that was refused is let go; what was typed stays, to be put right. */
function withoutRefusedFiles({ lesson, fields }: LessonState, errors: LessonErrors): LessonFields {
  const { video, poster, captions, attachments } = fieldsOf(lesson);
  return {
    ...fields,
    ...(errors.video && fields.video && "uploadId" in fields.video && { video }),
    ...(errors.poster && { poster }),
    ...(errors.captions && { captions }),
    ...(errors.attachments && { attachments }),
  };
}
