import { classNames } from "./class-names.ts";

/** Rich text as the server rendered it from its document: safe HTML. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={classNames("rich-text", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
