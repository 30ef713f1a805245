import { FileText, X } from "lucide-react";
import { type FormEvent, Suspense, useState } from "react";
import { formatFileSize } from "#contract/file-size.ts";
import { mostDeliveredFiles, mostDeliveryMessage } from "#contract/work-orders/delivery-limits.ts";
import { ApiError } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { changedDelivery, type DeliveryDraft, emptyDelivery, isEmptyDelivery } from "./delivery-draft.ts";
import type { FileUploadSlot } from "./to-deliver.tsx";
import { useWorkChanges, type WorkOrderPage } from "./use-work-orders.ts";

type Props = {
  work: WorkOrderPage;
  draft: DeliveryDraft;
  onDraftChange: (draft: DeliveryDraft) => void;
  FileUpload: FileUploadSlot;
  onDelivered: () => void;
};

/** A message, files, or both. What was typed stays where it could not be sent. */
export function DeliverForm({ work, draft, onDraftChange, FileUpload, onDelivered }: Props) {
  const { deliver } = useWorkChanges();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { message, files, key } = draft;
  const again = work.deliveries.length > 0;
  const set = (change: Partial<Pick<DeliveryDraft, "message" | "files">>) => {
    setProblem(undefined);
    onDraftChange(changedDelivery(draft, change));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (deliver.isPending) return;
    if (busy) return setProblem("Wait until the file is uploaded");
    if (isEmptyDelivery(draft)) return setProblem("Write a message, or add a file");
    deliver.mutate(
      {
        params: { id: work.id },
        body: { idempotencyKey: key, message, uploadIds: files.map(({ storagePath }) => storagePath) },
      },
      {
        onSuccess() {
          onDraftChange(emptyDelivery);
          onDelivered();
        },
        onError(error) {
          const fields = error instanceof ApiError ? error.body.fields : undefined;
          setProblem(fields?.["message"] ?? fields?.["uploadIds"]);
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={send} aria-label="Deliver" className="grid gap-4">
      <h3 className="text-base font-semibold">{again ? "Deliver again" : "Deliver"}</h3>
      <Field label="Message" aside="Optional" error={problem}>
        <Textarea
          dir="auto"
          rows={4}
          maxLength={mostDeliveryMessage}
          value={message}
          onChange={(event) => set({ message: event.target.value })}
        />
      </Field>
      {files.length > 0 && (
        <ul aria-label="Files" className="grid gap-2">
          {files.map(({ storagePath, originalName, size }) => (
            <li
              key={storagePath}
              className="flex items-center gap-3 rounded-xl border border-border py-1.5 pr-1.5 pl-4 text-sm"
            >
              <FileText aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
              <span dir="auto" className="min-w-0 grow font-medium wrap-anywhere">
                {originalName}
              </span>
              <span className="whitespace-nowrap text-muted-foreground">{formatFileSize(size)}</span>
              <IconButton
                label={`Remove ${originalName}`}
                onClick={() => set({ files: files.filter((file) => file.storagePath !== storagePath) })}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {files.length < mostDeliveredFiles && (
        <div role="group" aria-label="Add a file">
          <Suspense fallback={<Skeleton className="h-36 w-full" />}>
            <FileUpload
              key={files.length}
              value={null}
              onChange={(file) => file && set({ files: [...files, file] })}
              onBusyChange={setBusy}
            />
          </Suspense>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" loading={deliver.isPending}>
          {again ? "Deliver again" : "Deliver"}
        </Button>
        <p className="text-sm text-muted-foreground">The buyer gets a mail with the way to it.</p>
      </div>
    </form>
  );
}
