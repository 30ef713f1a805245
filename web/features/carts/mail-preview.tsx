import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { previewCartMail, sendTestCartMail } from "#contract/carts/sequences.ts";
import { apiMutation, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { toast } from "#web/ui/toast.ts";

type MailPreviewProps = { subject: string; body: string; onClose: () => void };

/** A mail as it would leave, in the widths of a phone and of a mail program, and the same to oneself. */
export function MailPreview({ subject, body, onClose }: MailPreviewProps) {
  const [width, setWidth] = useState(600);
  const frame = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  const test = useMutation(apiMutation(sendTestCartMail));
  const send = async () => {
    try {
      await test.mutateAsync({ body: { subject, body } });
      toast({ title: "Success", description: "The test mail is on its way to your own address" });
    } catch (error) {
      toast({
        title: "Error",
        description: errorMessage(error, "The test mail could not be sent"),
        variant: "destructive",
      });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={subject || "A mail without a subject"}
      description="As it would arrive, with examples in the place of names and prices."
      size="lg"
      footer={
        <Button variant="outline" loading={test.isPending} onClick={() => void send()}>
          Send me a test
        </Button>
      }
    >
      <NativeSelect
        aria-label="Width"
        className="mb-3 w-44"
        value={width}
        onChange={({ target }) => setWidth(Number(target.value))}
      >
        <option value={600}>600 px wide</option>
        <option value={390}>390 px, a phone</option>
      </NativeSelect>
      <form ref={form} method="post" action={previewCartMail.url} target={frame} hidden>
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="body" value={body} />
      </form>
      <div className="overflow-x-auto rounded-xl border border-border">
        <iframe title="The mail" name={frame} sandbox="" width={width} className="h-[32rem] bg-card" />
      </div>
    </Dialog>
  );
}
