import { GitMerge, LogIn, Trash2 } from "lucide-react";
import { documentText } from "#contract/document/document-text.ts";
import { copyText } from "#web/layout/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { languageName } from "#web/features/player/caption-language.ts";
import { clockText } from "#web/features/player/clock-text.ts";
import { fieldsOf, type LessonField, type LessonFields } from "./lesson-fields.ts";
import type { LessonSession, LessonState } from "./lesson-session.ts";

type Props = { state: LessonState; session: LessonSession };

/** What the creator has to know or to decide before this lesson can be saved. */
export function LessonNotices({ state: { status, fields, lesson }, session }: Props) {
  const text = documentText(fields.content);
  if (status.step === "gone")
    return (
      <Notice
        tone="destructive"
        icon={Trash2}
        title="This lesson was deleted in another tab"
        actions={
          text && (
            <Button variant="outline" size="sm" onClick={() => void copyText(text, "Text copied")}>
              Copy its text
            </Button>
          )
        }
      >
        <p>What you have written since then cannot be saved. It stays here until you leave.</p>
      </Notice>
    );
  if (status.step === "signed-out")
    return (
      <Notice
        tone="warning"
        icon={LogIn}
        title="You are signed out"
        actions={
          <>
            <LinkButton href="/api/login?returnTo=%2Fadmin" target="_blank" variant="outline" size="sm">
              Sign in in a new tab
            </LinkButton>
            <Button variant="outline" size="sm" onClick={() => void session.flush()}>
              Try again
            </Button>
          </>
        }
      >
        <p>Nothing is lost: what you have written stays here, and is saved once you are signed in again.</p>
      </Notice>
    );
  if (status.step !== "conflict") return null;
  const theirs = fieldsOf(lesson);
  return (
    <div role="alert">
      <Notice tone="warning" icon={GitMerge} title="This lesson was changed in another tab">
        <p>Both changed the same. Choose what to keep; everything else has been put together already.</p>
        {status.fields.map((field) => (
          <div
            key={field}
            role="group"
            aria-label={fieldLabels[field]}
            className="mt-3 grid gap-3 sm:grid-cols-2"
          >
            <Side
              title={`${fieldLabels[field]}: yours`}
              text={describe(field, fields)}
              button="Keep mine"
              onChoose={() => session.decide(field, "mine")}
            />
            <Side
              title={`${fieldLabels[field]}: theirs`}
              text={describe(field, theirs)}
              button="Take theirs"
              onChoose={() => session.decide(field, "theirs")}
            />
          </div>
        ))}
      </Notice>
    </div>
  );
}

type SideProps = { title: string; text: string; button: string; onChoose: () => void };

function Side({ title, text, button, onChoose }: SideProps) {
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-2 rounded-lg bg-card p-3 text-foreground">
      <p className="font-medium">{title}</p>
      <pre
        role="region"
        aria-label={title}
        // It scrolls, so it must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-60 overflow-auto font-sans text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={onChoose}>
        {button}
      </Button>
    </div>
  );
}

export const fieldLabels: Record<LessonField, string> = {
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
      return assignment ? assignment.task || "Empty" : "None";
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
