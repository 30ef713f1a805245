import { useId, useState } from "react";
import type { RichDocument } from "#contract/document/document.ts";
import { taskLimits } from "#contract/document/read-document.ts";
import { RichTextField } from "#web/editor/rich-text-field.tsx";
import { ErrorText } from "#web/features/course-editor/error-text.tsx";
import type { Assignment } from "#web/features/course-editor/lesson-fields.ts";
import type { LessonSession, LessonState } from "#web/features/course-editor/lesson-session.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";

const emptyTask: RichDocument = { type: "doc", content: [{ type: "paragraph", content: [] }] };

type Props = { session: LessonSession; state: LessonState };

/** What buyers hand in at the end of a lesson, where something is asked of them. */
export function AssignmentField({ session, state }: Props) {
  const { assignment } = state.fields;
  // Several lessons are open at once, all but one of them hidden.
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-border pt-5"
    >
      <div className="grid gap-0.5">
        <h3 id={id} className="text-sm font-medium">
          Assignment
        </h3>
        <p className="text-sm text-muted-foreground">
          {assignment ? (
            <>
              What buyers hand in waits for you in{" "}
              <a className="underline underline-offset-4" href="/admin?tab=customers&view=assignments">
                Customers, Assignments
              </a>
              .
            </>
          ) : (
            "Work that buyers hand in at the end of the lesson, and that you answer."
          )}
        </p>
      </div>
      {assignment ? (
        <AssignmentFields session={session} assignment={assignment} />
      ) : (
        <Button
          variant="outline"
          className="w-fit"
          onClick={() =>
            session.change({ assignment: { task: emptyTask, takesFiles: true, needsAnswer: true } })
          }
        >
          Add an assignment
        </Button>
      )}
      {state.errors.assignment && <ErrorText text={state.errors.assignment} />}
    </section>
  );
}

type FieldsProps = { session: LessonSession; assignment: Assignment };

function AssignmentFields({ session, assignment }: FieldsProps) {
  const name = useId();
  const [isRemoving, setRemoving] = useState(false);
  const change = (fields: Partial<Assignment>) =>
    session.change({ assignment: { ...assignment, ...fields } });
  return (
    <>
      <Field
        label="Task"
        hint="Type / to insert a heading, a list, a table and more. While it is empty, buyers are asked nothing."
      >
        <RichTextField
          label="Task"
          limits={taskLimits}
          value={assignment.task}
          onChange={(task) => change({ task })}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">The lesson is done</legend>
        {[
          { needsAnswer: true, label: "when I have accepted what was handed in" },
          { needsAnswer: false, label: "when it is handed in" },
        ].map((choice) => (
          <label
            key={choice.label}
            className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              className="size-4.5 accent-brand"
              checked={assignment.needsAnswer === choice.needsAnswer}
              onChange={() => change({ needsAnswer: choice.needsAnswer })}
            />
            {choice.label}
          </label>
        ))}
      </fieldset>
      <label
        htmlFor={`${name}-files`}
        className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11"
      >
        <Checkbox
          id={`${name}-files`}
          checked={assignment.takesFiles}
          onChange={({ currentTarget }) => change({ takesFiles: currentTarget.checked })}
        />
        Buyers may hand in files, up to 5 of 20 MB. They count to your storage.
      </label>
      <Button variant="ghost" className="w-fit" onClick={() => setRemoving(true)}>
        Remove the assignment
      </Button>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Remove this assignment?"
        description="Buyers complete the lesson without it. What they have handed in stays on your desk."
        confirmLabel="Remove the assignment"
        destructive
        onConfirm={() => {
          setRemoving(false);
          session.change({ assignment: null });
          void session.flush();
        }}
      />
    </>
  );
}
