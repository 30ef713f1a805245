import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";
import { Suspense } from "react";
import { DownloadEntry } from "#web/features/downloads/download-entry.tsx";
import { libraryQuery } from "#web/features/library/library-query.ts";
import { LibrarySkeleton } from "#web/features/library/library-skeleton.tsx";
import { Arrival, MembersFrame } from "#web/features/buyers/members-frame.tsx";
import { MailedLink, useMailedLink } from "#web/features/buyers/mailed-link.tsx";
import { MemberEntrance } from "#web/features/buyers/member-entrance.tsx";
import { useKnownBuyer } from "#web/features/buyers/use-known-buyer.ts";
import { membersPath } from "#web/layout/members-path.ts";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { provenEmailQuery } from "#web/layout/verify-email/proven-email.ts";
import { siteHas } from "#web/layout/site-facts.ts";
import { searchTexts } from "#web/layout/search-texts.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

// Before anything is proved there is nothing to show of what was bought.
const Library = loadable(async () => (await import("#web/features/library/library.tsx")).Library);
const MemberPosts = loadable(async () => (await import("#web/features/posts/member-posts.tsx")).MemberPosts);
const ShelfReviews = loadable(
  async () => (await import("#web/features/reviews/shelf-reviews.tsx")).ShelfReviews,
);
const BoughtWork = loadable(
  async () => (await import("#web/features/work-orders/bought-work.tsx")).BoughtWork,
);
const BoughtHere = loadable(async () => (await import("#web/features/buyers/bought-here.tsx")).BoughtHere);
const MemberAccount = loadable(
  async () => (await import("#web/features/buyers/member-account.tsx")).MemberAccount,
);

export const Route = createFileRoute("/members")({
  validateSearch: searchTexts("email", "review"),
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(provenEmailQuery),
      queryClient.ensureQueryData(currentUserQuery),
      queryClient.prefetchQuery(libraryQuery),
    ]);
    return { isOwnNavigation: isOwnNavigation(), hasDemoStore: siteHas("demo-store") };
  },
  head: () => ({ meta: [{ title: "Members Area | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Members,
});

function Members() {
  const { email } = Route.useSearch();
  const { isOwnNavigation, hasDemoStore } = Route.useLoaderData();
  const { data: user } = useQuery(currentUserQuery);
  const buyer = useKnownBuyer();
  const { data: library } = useQuery(libraryQuery);
  const isKnown = buyer.email !== undefined || Boolean(library);
  const [link, dropLink] = useMailedLink();

  return (
    <MembersFrame user={user ?? null}>
      {user && (
        <p className="mb-6 rounded-xl bg-muted p-4 text-sm">
          This is your buyers' room: it shows what somebody has bought, once they have proved their email.
          Your own members are in your{" "}
          <a href={membersPath} className="font-medium underline underline-offset-4">
            customer list
          </a>
          .
        </p>
      )}
      <Arrival stage={link ? "link" : buyer.email ? "verified" : isKnown ? "browser" : "entrance"}>
        {link ? (
          <MailedLink token={link} onOpened={() => buyer.refresh().then(dropLink)} onRefused={dropLink} />
        ) : isKnown ? (
          <Suspense fallback={<LibrarySkeleton />}>
            <Library
              renderDownload={(download, onStarted) => (
                <DownloadEntry download={download} proof={undefined} onStarted={onStarted} />
              )}
              renderPosts={(creator, instead) => (
                <Suspense fallback={<Skeleton className="h-40 rounded-2xl" />}>
                  <MemberPosts creator={creator} instead={instead} />
                </Suspense>
              )}
              renderWork={(line) => (
                <Suspense fallback={<Skeleton className="h-24 w-full" />}>
                  <BoughtWork {...line} proof={undefined} />
                </Suspense>
              )}
              renderReviews={(creator) => (
                <Suspense>
                  <ShelfReviews creator={creator} />
                </Suspense>
              )}
              account={
                buyer.email ? (
                  <MemberAccount email={buyer.email} onSignedOut={buyer.clear} />
                ) : (
                  <BoughtHere email={email} onVerified={() => void buyer.refresh()} />
                )
              }
            />
          </Suspense>
        ) : (
          <MemberEntrance
            email={email}
            isOwnNavigation={isOwnNavigation}
            hasDemoStore={hasDemoStore}
            onVerified={() => void buyer.refresh()}
          />
        )}
      </Arrival>
    </MembersFrame>
  );
}

/** Whether the visitor came to this page by a navigation of their own; the page server says so on each request. */
const isOwnNavigation = createIsomorphicFn()
  .server(() => getRequestHeader("x-openstall-own-navigation") === "1")
  .client(() => true);
