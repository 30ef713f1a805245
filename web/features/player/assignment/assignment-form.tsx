import { type FormEvent, type ReactNode, useState } from "react";
import { longestSubmission } from "#contract/courses/assignment-limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type Props = {
  text: string;
  onChange: (text: string) => void;
  /** How it stands with what is typed. */
  kept: string;
  /** Where files are added and removed. */
  files: ReactNode;
  hasFiles: boolean;
  /** Throws with words for the writer. Left out where nothing can be handed in. */
  onSubmit?: () => Promise<void>;
};

/** What is being written for an assignment, and the way to hand it in. */
export function AssignmentForm({ text, onChange, kept, files, hasFiles, onSubmit }: Props) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending || !onSubmit) return;
    if (text.trim() === "" && !hasFiles) return setProblem("Write something first, or add a file.");
    setProblem(undefined);
    setSending(true);
    try {
      await onSubmit();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : undefined);
      setSending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Your work" error={problem}>
        <Textarea
          rows={6}
          maxLength={longestSubmission}
          value={text}
          dir="auto"
          onChange={({ currentTarget }) => {
            setProblem(undefined);
            onChange(currentTarget.value);
          }}
        />
      </Field>
      {files}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="brand"
          disabled={!onSubmit}
          aria-busy={isSending || undefined}
          className="max-sm:w-full"
        >
          {isSending ? "Handing in…" : "Hand in"}
        </Button>
        <p role="status" className="text-sm text-muted-foreground">
          {kept}
        </p>
      </div>
    </form>
  );
}
