import { previewMailing, sendTestMailing } from "#contract/mailings/mailings.ts";
import { callApi } from "#web/api.ts";
import { MailPreview } from "./mail-preview.tsx";

/** A mailing as it would leave. */
export const MailingPreview = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <MailPreview
    url={previewMailing.url.replace(":id", id)}
    sendTest={() => callApi(sendTestMailing, { params: { id } })}
    onClose={onClose}
  />
);
