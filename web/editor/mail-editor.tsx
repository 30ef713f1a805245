import { Suspense } from "react";
import { type MailPlaceholder, readersPlaceholders } from "#contract/document/mail-placeholders.ts";
import { mailLimits } from "#contract/document/read-document.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { RichTextEditorProps } from "./rich-text-editor.tsx";

const RichTextEditor = loadable(() =>
  import("./rich-text-editor.tsx").then(({ RichTextEditor }) => RichTextEditor),
);

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
  return (
    <Suspense fallback={<Skeleton className="h-43.5 w-full max-[27rem]:h-51.5" />}>
      <RichTextEditor {...field} limits={limits} mail={{ placeholders, leadsTo }} />
    </Suspense>
  );
}
