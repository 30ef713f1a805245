import { useState } from "react";
import { maxSubmittedFileBytes, mostSubmittedFiles } from "#contract/courses/assignment-limits.ts";
import { acceptedExtensions, acceptedTypes, isAccepted } from "#contract/files/accepted-files.ts";
import { extensionOf } from "#contract/files/extension-of.ts";
import { errorMessage } from "#web/api.ts";
import { Field } from "#web/ui/field.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { type SubmittedFile, SubmittedFiles } from "./submitted-files.tsx";

type Props = {
  files: readonly SubmittedFile[];
  canAdd: boolean;
  /** Where nothing can be handed in. */
  disabled?: boolean;
  onAdd: (file: File) => Promise<void>;
  onRemove: (fileId: string) => Promise<void>;
};

/** The files of a draft, each sent as soon as it is chosen. */
export function DraftFiles({ files, canAdd, disabled = false, onAdd, onRemove }: Props) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function run(what: string, act: () => Promise<void>, fallback: string) {
    setProblem(undefined);
    setBusy(what);
    try {
      await act();
    } catch (error) {
      setProblem(errorMessage(error, fallback));
    } finally {
      setBusy(undefined);
    }
  }
  function add(file: File) {
    if (!isAccepted(extensionOf(file.name)))
      return setProblem(`This file type isn't supported. Use one of ${acceptedTypes()}.`);
    if (file.size > maxSubmittedFileBytes) return setProblem("Use files of at most 20 MB.");
    void run(`Sending ${file.name}…`, () => onAdd(file), "The file could not be sent. Please try again.");
  }

  return (
    <div className="grid gap-3">
      <SubmittedFiles
        files={files}
        onRemove={({ id, name }) =>
          void run(
            `Removing ${name}…`,
            () => onRemove(id),
            "The file could not be removed. Please try again.",
          )
        }
      />
      {canAdd && files.length < mostSubmittedFiles && (
        <Field label="Add a file" error={problem}>
          <FileDrop
            accept={acceptedExtensions()}
            disabled={disabled || busy !== undefined}
            hint={`At most ${mostSubmittedFiles} files of 20 MB. Only you and the creator can open them.`}
            onFile={add}
          />
        </Field>
      )}
      <p role="status" className="text-sm text-muted-foreground">
        {busy}
      </p>
    </div>
  );
}
