import { documentText } from "#contract/document/document-text.ts";
import { languageName } from "#contract/language-name.ts";
import { clockText } from "#web/features/player/clock-text.ts";
import { SessionNotices } from "#web/layout/self-saving/session-notices.tsx";
import { fieldsOf, type LessonField, type LessonFields } from "./lesson-fields.ts";
import type { LessonSession, LessonState } from "./lesson-session.ts";

type Props = { state: LessonState; session: LessonSession };

/** What the creator has to know or to decide before this lesson can be saved. */
export function LessonNotices({ state: { status, fields, item }, session }: Props) {
  const theirs = fieldsOf(item);
  return (
    <SessionNotices
      status={status}
      session={session}
      subject="lesson"
      text={documentText(fields.content)}
      describe={(field) => ({
        label: fieldLabels[field],
        mine: describe(field, fields),
        theirs: describe(field, theirs),
      })}
    />
  );
}

const fieldLabels: Record<LessonField, string> = {
  title: "Title",
  slug: "Slug",
  content: "Lesson text",
  video: "Video",
  poster: "Poster",
  captions: "Captions",
  attachments: "Files",
  quiz: "Quiz",
  assignment: "Assignment",
  duration: "Length",
  freePreview: "Free preview",
  dripDays: "Days after purchase",
};

function describe(field: LessonField, fields: LessonFields): string {
  const { video, poster, captions, attachments, quiz, assignment } = fields;
  switch (field) {
    case "content":
      return documentText(fields.content) || "Empty";
    case "video":
      return !video ? "None" : "url" in video ? video.url : video.fileName;
    case "poster":
      return poster ? "A picture" : "None";
    case "captions":
      return captions.map(({ language }) => languageName(language)).join(", ") || "None";
    case "attachments":
      return attachments.map(({ name }) => name).join("\n") || "None";
    case "quiz":
      return quiz
        ? quiz.questions.map(({ text }, index) => `${index + 1}. ${text}`).join("\n") || "Empty"
        : "None";
    case "assignment":
      return assignment ? documentText(assignment.task) || "Empty" : "None";
    case "duration":
      return clockText(fields.duration);
    case "freePreview":
      return fields.freePreview ? "Free" : "For buyers only";
    case "dripDays":
      return String(fields.dripDays);
    default:
      return fields[field] || "Empty";
  }
}
