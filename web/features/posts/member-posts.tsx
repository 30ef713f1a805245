import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { Paperclip, Sparkles } from "lucide-react";
import { type ReactNode, useId } from "react";
import { longDayText } from "#contract/dates.ts";
import { listMemberPosts } from "#contract/posts/posts.ts";
import { apiKey, callApi, type Output } from "#web/api.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatFileSize } from "#contract/file-size.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PostText } from "./post-text.tsx";

const memberPostsQuery = (handle: string) =>
  infiniteQueryOptions({
    queryKey: [...apiKey(listMemberPosts), handle],
    queryFn: ({ pageParam, signal }) =>
      callApi(listMemberPosts, { querystring: { handle, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The links to files work for 12 hours: whoever comes back to the page after long is given new ones.
    staleTime: 3_600_000,
    refetchOnWindowFocus: true,
  });

type MemberPostsProps = {
  creator: { handle: string };
  /** Stands where there is no post yet. */
  instead: ReactNode;
};

/** What a creator has written for their members, the newest first. */
export function MemberPosts({ creator, instead }: MemberPostsProps) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    memberPostsQuery(creator.handle),
  );
  const id = useId();
  const posts = data?.pages.flatMap(({ posts }) => posts) ?? [];
  if (data && posts.length === 0) return instead;
  return (
    <section aria-labelledby={id}>
      <Card className="p-5 sm:p-6">
        <div className="flex items-center gap-2">
          <Sparkles className="size-5 text-brand" aria-hidden="true" />
          <h3 id={id} className="text-base font-semibold">
            Exclusive Content
          </h3>
        </div>
        {data ? (
          <div className="mt-2 divide-y divide-border">
            {posts.map((post) => (
              <MemberPost key={post.id} post={post} />
            ))}
          </div>
        ) : isError ? (
          <div className="mt-4 grid justify-items-start gap-3">
            <p className="text-sm text-muted-foreground">These posts could not be loaded.</p>
            <Button variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <div className="mt-5 grid gap-3" aria-busy="true">
            <span role="status" className="sr-only">
              Loading posts
            </span>
            <Skeleton className="h-5 w-2/3 max-w-80" />
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-20 w-full max-w-3xl" />
          </div>
        )}
        {hasNextPage && (
          <Button
            variant="outline"
            className="mt-4"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Older posts
          </Button>
        )}
      </Card>
    </section>
  );
}

type Post = Output<typeof listMemberPosts>["posts"][number];

/** One post, as members read it. */
function MemberPost({ post }: { post: Post }) {
  const zone = useZone();
  const { title, membership, publishedAt, image, contentHtml, attachment } = post;
  const sizes = "(min-width: 56rem) 48rem, 100vw";
  return (
    <article className="py-6 first:pt-4 last:pb-1">
      <h4 dir="auto" className="text-lg font-semibold wrap-anywhere">
        {title}
      </h4>
      <p className="mt-0.5 text-sm text-muted-foreground">
        <time dateTime={publishedAt}>{longDayText(publishedAt, zone)}</time>
        {membership && (
          <>
            {" · "}
            <bdi>{membership}</bdi>
          </>
        )}
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
            <bdi>{attachment.fileName}</bdi>{" "}
            <span className="text-muted-foreground">({formatFileSize(attachment.fileSize)})</span>
          </span>
        </a>
      )}
    </article>
  );
}
