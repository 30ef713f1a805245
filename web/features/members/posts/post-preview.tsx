import { useQuery } from "@tanstack/react-query";
import { previewPost } from "#contract/posts.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PostText } from "./post-text.tsx";

/** A post's text as members will read it, saved or not: what the server makes of this Markdown. */
export function PostPreview({ content }: { content: string }) {
  const { data, isError, refetch } = useQuery({ ...apiQuery(previewPost, { body: { content } }), gcTime: 0 });
  if (isError)
    return (
      <p className="p-5 text-sm text-muted-foreground">
        The preview could not be loaded.{" "}
        <Button variant="ghost" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data)
    return (
      <div className="grid gap-3 p-5">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    );
  if (!data.contentHtml) return <p className="p-5 text-sm text-muted-foreground">There is no text yet.</p>;
  return (
    <div className="p-5">
      <PostText html={data.contentHtml} />
    </div>
  );
}
