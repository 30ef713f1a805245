import type { LessonChange, updateLesson } from "#contract/courses/course-editor.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { documentIdentity } from "#contract/document/document-identity.ts";
import type { Output } from "#web/api.ts";

/** A lesson as the server last told it. */
export type EditedLesson = Output<typeof updateLesson>;

export type Quiz = NonNullable<EditedLesson["quiz"]>;
export type Assignment = NonNullable<EditedLesson["assignment"]>;
/** A file beside the lesson. */
export type Attachment = EditedLesson["attachments"][number];
export type OwnVideo = NonNullable<EditedLesson["video"]>;
export type Poster = NonNullable<EditedLesson["poster"]>;
/** Captions in one language: what the server keeps, or the text of a file that was just picked, WebVTT or SubRip. */
export type Captions =
  | EditedLesson["captions"][number]
  | { language: string; file: string; poster?: Poster | null };

/** What a creator edits of a lesson, field by field. An upload and a link are the two kinds of one field. */
export type LessonFields = {
  title: string;
  slug: string;
  content: RichDocument;
  video: OwnVideo | { url: string } | null;
  poster: Poster | null;
  /** The first is shown to whoever prefers none of the others. */
  captions: readonly Captions[];
  attachments: readonly Attachment[];
  quiz: Quiz | null;
  assignment: Assignment | null;
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
  "attachments",
  "quiz",
  "assignment",
  "duration",
  "freePreview",
  "dripDays",
] as const satisfies readonly LessonField[];

export function fieldsOf(lesson: EditedLesson): LessonFields {
  const {
    title,
    slug,
    content,
    poster,
    captions,
    attachments,
    quiz,
    assignment,
    duration,
    freePreview,
    dripDays,
  } = lesson;
  const video = lesson.video ?? (lesson.videoUrl === null ? null : { url: lesson.videoUrl });
  return {
    title,
    slug,
    content,
    video,
    poster,
    captions,
    attachments,
    quiz,
    assignment,
    duration,
    freePreview,
    dripDays,
  };
}

/** Whether two values of a field are the same to the server. */
export function isSameField<Field extends LessonField>(
  field: Field,
  a: LessonFields[Field],
  b: LessonFields[Field],
): boolean {
  // The server trims a title.
  if (typeof a === "string" && typeof b === "string" && field === "title") return a.trim() === b.trim();
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

/** `fields` with what the server keeps in the place of the captions files that were sent to it. */
export function withSentCaptions(
  fields: LessonFields,
  sent: LessonFields,
  { captions }: EditedLesson,
): LessonFields {
  const files = new Set(sent.captions.map(captionsIdentity));
  const kept = (one: Captions) => {
    const isSent = "file" in one && files.has(captionsIdentity(one));
    const found = isSent && captions.find(({ language }) => language === one.language);
    if (!found) return one;
    // A poster may have been chosen while the file was on its way.
    return one.poster === undefined ? found : { ...found, poster: one.poster };
  };
  return { ...fields, captions: fields.captions.map(kept) };
}

const captionsIdentity = (one: Captions): string =>
  `${one.language} ${"file" in one ? `picked ${one.file}` : `kept ${one.id}`}`;

const listedIdentity = (one: Captions | Attachment): string =>
  "uploadId" in one
    ? `${one.uploadId} ${one.name}`
    : `${captionsIdentity(one)} ${one.poster?.imageId ?? "no poster"}`;

function identityOf(value: LessonFields[LessonField]): string | number | boolean | null {
  if (value === null || typeof value !== "object") return value;
  if (isList<Captions | Attachment>(value)) return value.map(listedIdentity).join("\n");
  if ("type" in value) return documentIdentity(value);
  if ("questions" in value) return quizIdentity(value);
  if ("task" in value) return `${documentIdentity(value.task)} ${value.takesFiles} ${value.needsAnswer}`;
  if ("uploadId" in value) return `upload ${value.uploadId}`;
  if ("url" in value) return `link ${value.url}`;
  return value.imageId;
}

/** `Array.isArray` does not tell a readonly list from what is none. */
const isList = <Item>(value: readonly Item[] | object): value is readonly Item[] => Array.isArray(value);

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

function sent(
  field: LessonField,
  { video, poster, captions, attachments, ...plain }: LessonFields,
): LessonChange {
  if (field === "poster") return { posterImageId: poster?.imageId ?? null };
  // What the server has already is named: only a picked file is new.
  if (field === "captions")
    return {
      captions: captions.map(({ language, poster, ...one }) => ({
        language,
        ...("file" in one ? { file: one.file } : { id: one.id }),
        ...(poster !== undefined && { posterImageId: poster?.imageId ?? null }),
      })),
    };
  if (field === "attachments")
    return { attachments: attachments.map(({ uploadId, name }) => ({ uploadId, name })) };
  if (field !== "video") return { [field]: plain[field] };
  if (!video) return { videoUrl: null, videoUploadId: null };
  return "uploadId" in video
    ? { videoUploadId: video.uploadId, videoUrl: null }
    : { videoUrl: video.url, videoUploadId: null };
}
