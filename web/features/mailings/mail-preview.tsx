import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { refusedField, reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { toast } from "#web/ui/toast.ts";

const looks = { light: "Light", dark: "Dark", text: "As plain text" };

type MailPreviewProps = {
  /** Where the mail is, `as` one of the looks behind it. */
  url: string;
  sendTest: () => Promise<unknown>;
  onClose: () => void;
};

/** A mail as it would leave, in the widths of a phone and of a mail program, and the same to oneself. */
export function MailPreview({ url, sendTest, onClose }: MailPreviewProps) {
  const [width, setWidth] = useState(600);
  const [as, setAs] = useState<keyof typeof looks>("light");
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
      title="Preview"
      description="As it would arrive, with examples in the place of names."
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
        <NativeSelect
          aria-label="Look"
          className="w-44"
          value={as}
          onChange={({ target }) => setAs(target.value as keyof typeof looks)}
        >
          {Object.entries(looks).map(([look, words]) => (
            <option key={look} value={look}>
              {words}
            </option>
          ))}
        </NativeSelect>
      </div>
      <div className="overflow-x-auto rounded-xl border border-border">
        <iframe
          key={as}
          title="The mail"
          src={`${url}?as=${as}`}
          sandbox=""
          width={width}
          // Plain text has no colours of its own.
          className={`mx-auto h-[32rem] ${as === "text" ? "bg-white" : "bg-card"}`}
        />
      </div>
    </Dialog>
  );
}
