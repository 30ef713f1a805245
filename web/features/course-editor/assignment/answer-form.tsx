import { useRef, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { longestSubmission } from "#contract/courses/assignment-limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type SubmissionPage, useAnswer } from "./use-submissions.ts";

/** The creator's answer: accepted, or another try. What was typed stays when it could not be saved. */
export function AnswerForm({ submission: { id, revision, buyerName } }: { submission: SubmissionPage }) {
  const answer = useAnswer();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = (verdict: "ACCEPTED" | "RETURNED") => {
    if (answer.isPending) return;
    if (verdict === "RETURNED" && text.trim() === "") {
      setProblem("Say what is missing, so that the next try can be better");
      field.current?.focus();
      return;
    }
    answer.mutate({ params: { id }, body: { verdict, text, readRevision: revision } });
  };
  return (
    <form onSubmit={(event) => event.preventDefault()} className="grid gap-3">
      <Field
        label="Your answer"
        hint={`${isolated(buyerName)} gets it by mail, and reads it in the lesson.`}
        error={problem}
      >
        <Textarea
          ref={field}
          value={text}
          maxLength={longestSubmission}
          dir="auto"
          onChange={({ target }) => {
            setProblem(undefined);
            setText(target.value);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          loading={answer.isPending && answer.variables.body.verdict === "ACCEPTED"}
          onClick={() => send("ACCEPTED")}
        >
          Accept
        </Button>
        <Button
          size="sm"
          variant="outline"
          loading={answer.isPending && answer.variables.body.verdict === "RETURNED"}
          onClick={() => send("RETURNED")}
        >
          Ask for another try
        </Button>
      </div>
    </form>
  );
}
