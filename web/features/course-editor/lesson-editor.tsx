import { coursePath } from "#contract/courses/course-path.ts";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { longTextLimits } from "#contract/document/read-document.ts";
import { RichTextField } from "#web/editor/rich-text-field.tsx";
import { SaveStatus } from "#web/layout/self-saving/save-status.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { AccessFields } from "./access-fields.tsx";
import { AssignmentField } from "./assignment/assignment-field.tsx";
import { AttachmentsField } from "./attachments-field.tsx";
import type { FileUpload } from "./course-uploads.ts";
import { LessonNotices } from "./lesson-notices.tsx";
import type { LessonSession } from "./lesson-session.ts";
import { QuizField } from "./quiz/quiz-field.tsx";
import { VideoField } from "./video-field.tsx";

type Props = {
  productId: string;
  /** Its slug, and the handle of its store. */
  course: { slug: string; store: string };
  session: LessonSession;
  /** It was just added: its title is to be written. */
  isNew: boolean;
  FileUpload: FileUpload;
  onUploading: (busy: boolean) => void;
  /** Back to the outline, where only one of the two fits. */
  onBack: () => void;
};

/** One lesson: everything about it, saved by itself. */
export function LessonEditor({ productId, course, session, isNew, FileUpload, onUploading, onBack }: Props) {
  const state = useSyncExternalStore(session.subscribe, session.current);
  const { fields, errors, status } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const [advanced, setAdvanced] = useState(false);
  useEffect(() => {
    if (isNew) title.current?.select();
    // Where the lesson covers the outline, what was pressed is gone.
    else if (document.activeElement === document.body || document.activeElement === null)
      heading.current?.focus();
  }, [isNew]);

  return (
    <Card
      // Whatever field is left: it is saved.
      onBlur={() => void session.flush()}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border px-4 py-3 sm:px-6">
        <Button variant="ghost" size="sm" className="-ml-2 lg:hidden" onClick={onBack}>
          <ArrowLeft aria-hidden="true" /> Outline
        </Button>
        <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none max-lg:sr-only">
          Lesson
        </h2>
        <SaveStatus status={status} subject="lesson" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7 p-4 sm:p-6">
        <LessonNotices state={state} session={session} />
        <Field label="Title" required error={errors.title}>
          <Input
            ref={title}
            maxLength={200}
            value={fields.title}
            onChange={(event) => session.change({ title: event.currentTarget.value })}
          />
        </Field>
        <VideoField
          productId={productId}
          state={state}
          session={session}
          FileUpload={FileUpload}
          onUploading={onUploading}
        />
        <Field
          label="Lesson text"
          hint="Type / to insert a heading, a list, a table and more; paste or drop pictures. Markdown works, too."
          error={errors.content}
        >
          <RichTextField
            label="Lesson text"
            limits={longTextLimits}
            onUploading={onUploading}
            files={fields.attachments.map(({ uploadId, name }) => ({ id: uploadId, name }))}
            value={fields.content}
            onChange={(content) => session.change({ content })}
          />
        </Field>
        <AttachmentsField
          session={session}
          attachments={fields.attachments}
          error={errors.attachments}
          FileUpload={FileUpload}
          onUploading={onUploading}
        />
        <QuizField productId={productId} session={session} state={state} />
        <AssignmentField session={session} state={state} />
        <AccessFields session={session} fields={fields} errors={errors} />
        <div className="border-t border-border pt-4">
          <button
            type="button"
            aria-expanded={advanced || Boolean(errors.slug)}
            onClick={() => setAdvanced(!advanced)}
            className="flex min-h-9 items-center gap-1 text-sm text-muted-foreground hover:text-foreground aria-expanded:[&_svg]:rotate-90 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:transition-transform"
          >
            <ChevronRight aria-hidden="true" /> Advanced
          </button>
          {(advanced || errors.slug) && (
            <Field
              label="Slug"
              hint={`The lesson's address: ${coursePath(course.store, { slug: course.slug, lesson: fields.slug })}`}
              error={errors.slug}
              className="mt-3 max-w-md"
            >
              <Input
                maxLength={80}
                autoCapitalize="none"
                spellCheck={false}
                value={fields.slug}
                onChange={(event) => session.change({ slug: event.currentTarget.value })}
              />
            </Field>
          )}
        </div>
      </div>
    </Card>
  );
}
