import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type MarkdownPreviewProps = {
  /** What the server made of the text; undefined while it is on its way. */
  html: string | null | undefined;
  isError: boolean;
  onRetry: () => void;
  children: (html: string | null) => ReactNode;
};

/** What comes out of a Markdown editor's text: shown by `children` once it is there. */
export function MarkdownPreview({ html, isError, onRetry, children }: MarkdownPreviewProps) {
  if (isError)
    return (
      <p className="p-5 text-sm text-muted-foreground">
        The preview could not be loaded.{" "}
        <Button variant="ghost" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </p>
    );
  if (html === undefined)
    return (
      <div className="grid gap-3 p-5">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    );
  return children(html);
}
