import { Paperclip } from "lucide-react";
import { useId, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { kindOfFile } from "#contract/catalog/product-kind.ts";
import { extensionOf } from "#contract/files/extension-of.ts";
import type { UploadedFile } from "#contract/files/files.ts";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import type { FileUpload } from "./course-uploads.ts";
import { ErrorText } from "./error-text.tsx";
import type { Attachment } from "./lesson-fields.ts";
import type { LessonSession } from "./lesson-session.ts";
import { MoveMenu } from "./move-menu.tsx";
import { RenameField } from "./rename-field.tsx";

type Props = {
  session: LessonSession;
  attachments: readonly Attachment[];
  error: string | undefined;
  FileUpload: FileUpload;
  onUploading: (busy: boolean) => void;
};

const mostFiles = 20;

/** Files beside a lesson, in the order that buyers see. */
export function AttachmentsField({ session, attachments, error, FileUpload, onUploading }: Props) {
  // Several lessons are open at once, all but one of them hidden.
  const id = useId();
  const [renaming, setRenaming] = useState<string>();
  const [deleteTarget, setDeleteTarget] = useState<Attachment>();
  const [said, setSaid] = useState("");

  /** What is on screen may be older than what an upload began with. */
  const latest = () => session.current().fields.attachments;
  function save(next: readonly Attachment[]) {
    session.change({ attachments: next });
    void session.flush();
  }
  function attach(uploaded: UploadedFile | null) {
    if (!uploaded) return;
    const { storagePath, fileName, size } = uploaded;
    save([...latest(), { uploadId: storagePath, name: fileName, sizeBytes: size }]);
  }
  function rename(file: Attachment, stem: string) {
    setRenaming(undefined);
    const name = `${stem}${endingOf(file.name)}`;
    if (name !== file.name)
      save(latest().map((one) => (one.uploadId === file.uploadId ? { ...one, name } : one)));
  }
  function move(file: Attachment, step: -1 | 1) {
    const files = [...latest()];
    const at = files.findIndex(({ uploadId }) => uploadId === file.uploadId);
    files.splice(at, 1);
    files.splice(at + step, 0, file);
    save(files);
    setSaid(`${file.name} is now ${at + step + 1} of ${files.length}`);
  }
  function remove(file: Attachment) {
    setDeleteTarget(undefined);
    save(latest().filter(({ uploadId }) => uploadId !== file.uploadId));
    setSaid(`${file.name} was removed`);
  }

  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-border pt-5"
    >
      <div className="grid gap-0.5">
        <h3 id={id} className="text-sm font-medium">
          Files
        </h3>
        <p className="text-sm text-muted-foreground">
          Worksheets, slides, source files: whoever may open the lesson downloads them below it. At most 20.
        </p>
      </div>
      {attachments.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {attachments.map((file, index) => {
            const rowId = `${id}-${file.uploadId}`;
            return (
              <li
                key={file.uploadId}
                className="flex min-h-11 items-center gap-3 rounded-xl border border-border pl-3"
              >
                <Paperclip aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
                {renaming === file.uploadId ? (
                  <RenameField
                    label={`Rename file: ${file.name}`}
                    value={stemOf(file.name)}
                    focusAfter={rowId}
                    onDone={(stem) => rename(file, stem)}
                  />
                ) : (
                  <span dir="auto" className="min-w-0 grow py-1.5 text-sm wrap-anywhere">
                    {file.name}
                  </span>
                )}
                <span className="shrink-0 text-sm text-muted-foreground">
                  {kindOfFile(file.name, file.sizeBytes)}
                </span>
                <MoveMenu
                  id={rowId}
                  title={file.name}
                  canMoveUp={index > 0}
                  canMoveDown={index < attachments.length - 1}
                  onMove={(step) => move(file, step)}
                  onRename={() => setRenaming(file.uploadId)}
                  onRemove={() => setDeleteTarget(file)}
                />
              </li>
            );
          })}
        </ul>
      )}
      {attachments.length < mostFiles && (
        <div role="group" aria-label="Attach a file">
          <FileUpload value={null} onChange={attach} onBusyChange={onUploading} />
        </div>
      )}
      {error && <ErrorText text={error} />}
      <p role="status" className="sr-only">
        {said}
      </p>
      <DeleteDialog
        deleteTarget={deleteTarget}
        words={({ name }) => ({
          title: "Remove this file?",
          description: `“${isolated(name)}” is removed from this lesson, for your buyers too.`,
          confirmLabel: "Remove file",
        })}
        pending={false}
        onDelete={remove}
        onClose={() => setDeleteTarget(undefined)}
      />
    </section>
  );
}

/** A file keeps its ending, by which it opens. */
const endingOf = (name: string) => {
  const ending = extensionOf(name);
  return ending && name.slice(-ending.length - 1);
};
const stemOf = (name: string) => name.slice(0, name.length - endingOf(name).length);
