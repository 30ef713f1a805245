import { type MailPlaceholder, readersPlaceholders } from "#contract/document/mail-placeholders.ts";
import { mailLimits } from "#contract/document/read-document.ts";
import type { RichTextEditorProps } from "./rich-text-editor.tsx";
import { RichTextField } from "./rich-text-field.tsx";

type MailEditorProps = Pick<
  RichTextEditorProps,
  "value" | "onChange" | "onBlur" | "limits" | "label" | "placeholder"
> & {
  /** What this kind of mail fills in, where it is not what a mail to readers does; a constant. */
  placeholders?: readonly MailPlaceholder[];
  /** What `mailLinkPath` leads to in this kind of mail: "their checkout". Offered for links and buttons; a constant. */
  leadsTo?: string;
};

/**
 * A mail to readers, inside a Field: what `compileMail` draws, with placeholders by menu. Loads on its own. The value is
 * what `MailRichText` takes.
 */
export function MailEditor({
  placeholders = readersPlaceholders,
  leadsTo,
  limits = mailLimits,
  ...field
}: MailEditorProps) {
  return <RichTextField {...field} limits={limits} mail={{ placeholders, leadsTo }} />;
}
