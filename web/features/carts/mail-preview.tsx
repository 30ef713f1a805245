import { useId } from "react";
import { previewCartMail, sendTestCartMail } from "#contract/carts/sequences.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { callApi } from "#web/api.ts";
import { MailPreviewDialog } from "#web/layout/mail-preview-dialog.tsx";

type MailPreviewProps = { subject: string; content: RichDocument; onClose: () => void };

/** As soon as it stands there: a dialog draws what is in it later than itself. */
const submit = (form: HTMLFormElement | null) => form?.submit();

/** A mail of a sequence as it would leave: its words are posted, since they are not saved yet. */
export function MailPreview({ subject, content, onClose }: MailPreviewProps) {
  const frame = useId();
  return (
    <MailPreviewDialog
      title={subject || "A mail without a subject"}
      description="As it would arrive, with examples in the place of names and prices."
      renderFrame={(width) => (
        <>
          <form ref={submit} method="post" action={previewCartMail.url} target={frame} hidden>
            <input type="hidden" name="subject" value={subject} />
            <input type="hidden" name="content" value={JSON.stringify(content)} />
          </form>
          <iframe title="The mail" name={frame} sandbox="" width={width} className="h-[32rem] bg-card" />
        </>
      )}
      sendTest={() => callApi(sendTestCartMail, { body: { subject, content } })}
      onClose={onClose}
    />
  );
}
