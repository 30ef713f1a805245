import { useQuery } from "@tanstack/react-query";
import { previewPost } from "#contract/posts/posts.ts";
import { apiQuery } from "#web/api.ts";
import { MarkdownPreview } from "#web/ui/markdown-editor/markdown-preview.tsx";
import { PostText } from "./post-text.tsx";

/** A post's text as members will read it, saved or not: what the server makes of this Markdown. */
export function PostPreview({ content }: { content: string }) {
  const { data, isError, refetch } = useQuery({ ...apiQuery(previewPost, { body: { content } }), gcTime: 0 });
  return (
    <MarkdownPreview html={data?.contentHtml} isError={isError} onRetry={() => void refetch()}>
      {(html) =>
        html ? (
          <div className="p-5">
            <PostText html={html} />
          </div>
        ) : (
          <p className="p-5 text-sm text-muted-foreground">There is no text yet.</p>
        )
      }
    </MarkdownPreview>
  );
}
