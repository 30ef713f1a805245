import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { type ReactNode, useId } from "react";
import { listMemberPosts } from "#contract/posts/posts.ts";
import { apiKey, callApi } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MemberPost } from "./member-post.tsx";

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
