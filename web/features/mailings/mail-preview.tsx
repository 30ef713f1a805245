import { useState } from "react";
import { MailPreviewDialog } from "#web/layout/mail-preview-dialog.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";

const looks = { light: "Light", dark: "Dark", text: "As plain text" };

type MailPreviewProps = {
  /** Where the mail is, `as` one of the looks behind it. */
  url: string;
  sendTest: () => Promise<unknown>;
  onClose: () => void;
};

/** A saved mail as it would leave, in light, dark and as text. */
export function MailPreview({ url, sendTest, onClose }: MailPreviewProps) {
  const [as, setAs] = useState<keyof typeof looks>("light");
  return (
    <MailPreviewDialog
      title="Preview"
      description="As it would arrive, with examples in the place of names."
      choices={
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
      }
      renderFrame={(width) => (
        <iframe
          key={as}
          title="The mail"
          src={`${url}?as=${as}`}
          sandbox=""
          width={width}
          // Plain text has no colours of its own.
          className={`mx-auto h-[32rem] ${as === "text" ? "bg-white" : "bg-card"}`}
        />
      )}
      sendTest={sendTest}
      onClose={onClose}
    />
  );
}
