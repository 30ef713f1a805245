import type { LessonChange, updateLesson } from "#contract/courses/course-editor.ts";
import type { Output } from "#web/api.ts";

/** A lesson as the server last told it. */
export type EditedLesson = Output<typeof updateLesson>;

export type Quiz = NonNullable<EditedLesson["quiz"]>;
export type OwnVideo = NonNullable<EditedLesson["video"]>;
export type Poster = NonNullable<EditedLesson["poster"]>;
/** What the server keeps, or the text of a file that was just picked: WebVTT or SubRip. */
export type Captions = NonNullable<EditedLesson["captions"]> | { text: string };

/** What a creator edits of a lesson, field by field. An upload and a link are the two kinds of one field. */
export type LessonFields = {
  title: string;
  slug: string;
  /** Markdown. */
  content: string;
  video: OwnVideo | { url: string } | null;
  poster: Poster | null;
  captions: Captions | null;
  quiz: Quiz | null;
  /** Seconds. */
  duration: number;
  freePreview: boolean;
  dripDays: number;
};
export type LessonField = keyof LessonFields;

export const lessonFields = [
  "title",
  "slug",
  "content",
  "video",
  "poster",
  "captions",
  "quiz",
  "duration",
  "freePreview",
  "dripDays",
] as const satisfies readonly LessonField[];

export function fieldsOf(lesson: EditedLesson): LessonFields {
  const { title, slug, content, poster, captions, quiz, duration, freePreview, dripDays } = lesson;
  const video = lesson.video ?? (lesson.videoUrl === null ? null : { url: lesson.videoUrl });
  return { title, slug, content, video, poster, captions, quiz, duration, freePreview, dripDays };
}

/** Whether two values of a field are the same to the server. */
export function isSameField<Field extends LessonField>(
  field: Field,
  a: LessonFields[Field],
  b: LessonFields[Field],
): boolean {
  return identityOf(a) === identityOf(b);
}

/** What has changed between two states of a lesson, as the server takes it. */
export function changeBetween(before: LessonFields, after: LessonFields): LessonChange {
  const change: LessonChange = {};
  for (const field of lessonFields) {
    if (!isSameField(field, before[field], after[field])) Object.assign(change, sent(field, after));
  }
  return change;
}

/** Where a field's message of the server belongs. */
export const fieldOfServer = (name: string): LessonField | undefined => {
  if (name === "videoUrl" || name === "videoUploadId") return "video";
  if (name === "posterImageId") return "poster";
  return lessonFields.find((field) => field === name.split(".")[0]);
};

function identityOf(value: LessonFields[LessonField]): string | number | boolean | null {
  if (value === null || typeof value !== "object") return value;
  if ("questions" in value) return quizIdentity(value);
  if ("uploadId" in value) return `upload ${value.uploadId}`;
  if ("url" in value) return `link ${value.url}`;
  if ("text" in value) return `picked ${value.text}`;
  return "imageId" in value ? value.imageId : `kept ${value.sizeBytes}`;
}

/** In an order of its own: the database keeps another one than the page. */
const quizIdentity = ({ neededPercent, questions }: Quiz): string =>
  JSON.stringify([
    neededPercent,
    questions.map(({ id, kind, text, explanation, choices }) => [
      id,
      kind,
      text,
      explanation,
      choices.map((choice) => [choice.id, choice.text, choice.correct]),
    ]),
  ]);

function sent(field: LessonField, { video, poster, captions, ...plain }: LessonFields): LessonChange {
  if (field === "poster") return { posterImageId: poster?.imageId ?? null };
  // What the server has already needs no sending: only a picked file is new.
  if (field === "captions")
    return captions && !("text" in captions) ? {} : { captions: captions?.text ?? null };
  if (field !== "video") return { [field]: plain[field] };
  if (!video) return { videoUrl: null, videoUploadId: null };
  return "uploadId" in video
    ? { videoUploadId: video.uploadId, videoUrl: null }
    : { videoUrl: video.url, videoUploadId: null };
}
