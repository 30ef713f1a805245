import { Paperclip } from "lucide-react";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import type { listMemberPosts } from "#contract/posts/posts.ts";
import type { Output } from "#web/api.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { formatFileSize } from "#web/ui/file-size.ts";
import { PostText } from "./post-text.tsx";

type Post = Output<typeof listMemberPosts>["posts"][number];

/** One post, as members read it. */
export function MemberPost({ post }: { post: Post }) {
  const zone = useZone();
  const { title, membership, publishedAt, image, contentHtml, attachment } = post;
  const sizes = "(min-width: 56rem) 48rem, 100vw";
  return (
    <article className="py-6 first:pt-4 last:pb-1">
      <h4 className="text-lg font-semibold wrap-anywhere">{title}</h4>
      <p className="mt-0.5 text-sm text-muted-foreground">
        <time dateTime={publishedAt}>{longDayText(publishedAt, zone)}</time>
        {membership && ` · ${membership}`}
      </p>
      {image && (
        <picture>
          <source type="image/avif" srcSet={image.avif} sizes={sizes} />
          <source type="image/webp" srcSet={image.webp} sizes={sizes} />
          <img
            src={image.src}
            alt={image.alt}
            width={image.width}
            height={image.height}
            loading="lazy"
            decoding="async"
            className="mt-4 h-auto w-full max-w-3xl rounded-xl border border-border bg-muted"
          />
        </picture>
      )}
      {contentHtml && (
        <div className="mt-4">
          <PostText html={contentHtml} />
        </div>
      )}
      {attachment && (
        <a
          href={attachment.url}
          download={attachment.fileName}
          rel="noreferrer"
          className={buttonStyle(
            "outline",
            "md",
            "mt-4 h-auto! min-h-11 max-w-full py-2 text-left whitespace-normal!",
          )}
        >
          <Paperclip aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">
            {attachment.fileName}{" "}
            <span className="text-muted-foreground">({formatFileSize(attachment.fileSize)})</span>
          </span>
        </a>
      )}
    </article>
  );
}
