import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { toast } from "#web/ui/toast.ts";
import { refusedField, reportFailure } from "./report-failure.ts";

type MailPreviewDialogProps = {
  title: string;
  description: string;
  /** Beside the choice of a width. */
  choices?: ReactNode;
  /** The frame with the mail, so many pixels wide. */
  renderFrame: (width: number) => ReactNode;
  sendTest: () => Promise<unknown>;
  onClose: () => void;
};

/** A mail as it would leave, in the widths of a phone and of a mail program, and the same to oneself. */
export function MailPreviewDialog({
  title,
  description,
  choices,
  renderFrame,
  sendTest,
  onClose,
}: MailPreviewDialogProps) {
  const [width, setWidth] = useState(() => (window.innerWidth < 640 ? 390 : 600));
  const test = useMutation({ mutationFn: sendTest });
  const send = async () => {
    try {
      await test.mutateAsync();
      toast({ title: "Success", description: "The test mail is on its way to your own address" });
    } catch (error) {
      reportFailure(error, refusedField(error) ?? "The test mail could not be sent");
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<bdi>{title}</bdi>}
      description={description}
      size="lg"
      footer={
        <Button variant="outline" loading={test.isPending} onClick={() => void send()}>
          Send me a test
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <NativeSelect
          aria-label="Width"
          className="w-44"
          value={width}
          onChange={({ target }) => setWidth(Number(target.value))}
        >
          <option value={600}>600 px wide</option>
          <option value={390}>390 px, a phone</option>
        </NativeSelect>
        {choices}
      </div>
      <div className="overflow-x-auto rounded-xl border border-border">{renderFrame(width)}</div>
    </Dialog>
  );
}
