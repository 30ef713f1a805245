import { createFileRoute, redirect } from "@tanstack/react-router";
import { getLandingFacts } from "#contract/landing/landing.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { listPlans } from "#contract/plans/plans.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { homeQuery, needsQuery } from "#web/features/home/home-queries.ts";
import { HomePage } from "#web/features/home/home-page.tsx";
import { LandingPage } from "#web/features/landing/landing-page.tsx";
import { FirstSaleCard } from "#web/features/notifications/first-sale-card.tsx";
import { SocialCard } from "#web/features/social/social-card.tsx";
import { accountsQuery } from "#web/features/social/social-queries.ts";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { frontStore, operatorName, siteHas } from "#web/layout/site-facts.ts";
import { siteOrigin } from "#web/site-origin.ts";
import { Suspense } from "react";
import { seesMoney } from "#contract/team/roles.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

// What colleagues see who see no money.
const TeamHome = loadable(
  async () => (await import("#web/features/home/team-home.tsx")).TeamHome,
  undefined,
  "team-home",
);

const description =
  "One link for your courses, downloads and memberships, and automatic replies that turn DMs into sales.";

const landingTitle = "Openstall: sell what you know, let your DMs sell for you";

export const Route = createFileRoute("/")({
  staticData: { page: "by-session" },
  loader: async ({ context: { queryClient } }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery);
    // As the server leads on whoever has no session: here come those of whom only a script, or a session that ended, asks for it.
    if (!user && frontStore() !== "") throw redirect({ href: `/u/${frontStore()}`, reloadDocument: true });
    if (user && !user.hasStore) throw redirect({ to: user.isAffiliate ? "/affiliate" : "/team-invitation" });
    // The first page arrives with its figures; later visits show the page at once and the figures when they come.
    if (user && import.meta.env.SSR)
      await Promise.all(
        seesMoney(user.role)
          ? [
              queryClient.prefetchQuery(apiQuery(getDashboardStats)),
              queryClient.prefetchQuery(homeQuery),
              queryClient.prefetchQuery(accountsQuery),
            ]
          : [queryClient.prefetchQuery(needsQuery)],
      );
    // What is for sale stands on the landing page at its price of now.
    const [plans, facts] = user
      ? [[], undefined]
      : await Promise.all([
          callApi(listPlans).catch(() => []),
          siteHas("examples") ? undefined : callApi(getLandingFacts).catch(() => undefined),
        ]);
    return { user, plans, facts, origin: siteOrigin() };
  },
  head: ({ loaderData }) => {
    if (loaderData?.user) return { meta: [{ title: "Home | Openstall" }] };
    // The landing page has no script, so that browsers need not know what stands in its head. One in which somebody's session
    // ended comes to it all the same, and calls it by its name.
    return import.meta.env.SSR
      ? landingHead(loaderData)
      : { meta: [{ title: operatorName() || landingTitle }] };
  },
  component: BySession,
});

/** The landing page for visitors, the creator's own home for the creator. */
function BySession() {
  const { user, plans, facts, origin } = Route.useLoaderData();
  if (!user) return <LandingPage plans={plans} facts={facts} />;
  return (
    <SignedInPage>
      {(current) => (
        <>
          {seesMoney(current.role) ? (
            <HomePage
              user={current}
              origin={origin}
              celebration={current.role === "OWNER" && <FirstSaleCard />}
              social={<SocialCard />}
            />
          ) : (
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <TeamHome user={current} />
            </Suspense>
          )}
        </>
      )}
    </SignedInPage>
  );
}

function landingHead(loaderData: { origin: string } | undefined) {
  const name = operatorName();
  if (name !== "")
    return {
      meta: [
        { title: name },
        { property: "og:title", content: name },
        { property: "og:type", content: "website" },
      ],
      links: loaderData ? [{ rel: "canonical", href: `${loaderData.origin}/` }] : [],
    };
  return {
    meta: [
      { title: landingTitle },
      { name: "description", content: description },
      { property: "og:title", content: "Openstall" },
      { property: "og:description", content: description },
      { property: "og:type", content: "website" },
      ...(loaderData
        ? [
            { property: "og:url", content: `${loaderData.origin}/` },
            { property: "og:image", content: `${loaderData.origin}/card.png` },
            { property: "og:image:width", content: "1200" },
            { property: "og:image:height", content: "630" },
            {
              property: "og:image:alt",
              content: "Openstall: sell what you know. Let your DMs sell for you.",
            },
            { name: "twitter:card", content: "summary_large_image" },
          ]
        : []),
    ],
    links: loaderData ? [{ rel: "canonical", href: `${loaderData.origin}/` }] : [],
  };
}
