import { createFileRoute, notFound } from "@tanstack/react-router";
import { getCreator, getSignInOptions } from "#contract/accounts/accounts.ts";
import { getPublicList } from "#contract/mailing-list/mailing-list.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { JoinPage } from "#web/features/mailing-list/join-page.tsx";
import { CreatorColors } from "#web/layout/creator-colors.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { siteOrigin } from "#web/site-origin.ts";

export const Route = createFileRoute("/u/$handle_/join")({
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const [creator, { list, accent }, { mailbox }] = await Promise.all([
        queryClient.ensureQueryData(apiQuery(getCreator, { params })),
        queryClient.ensureQueryData(apiQuery(getPublicList, { params })),
        queryClient.ensureQueryData(apiQuery(getSignInOptions)),
      ]);
      return { creator, list, accent, hasMailbox: mailbox, origin: siteOrigin() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData }) => {
    if (!loaderData) return { meta: [{ title: "Creator Not Found" }] };
    const { creator, list, origin } = loaderData;
    const title = `${list?.title ?? "Mailing list"} | ${creator.name}`;
    return {
      meta: [
        { title },
        ...(list?.promise ? [{ name: "description", content: list.promise }] : []),
        { property: "og:title", content: title },
      ],
      links: [{ rel: "canonical", href: `${origin}/u/${creator.handle}/join` }],
    };
  },
  notFoundComponent: () => (
    <MessageScreen title="Creator Not Found">
      The creator profile you're looking for doesn't exist.
    </MessageScreen>
  ),
  component: Join,
});

function Join() {
  const { accent, creator, list, hasMailbox } = Route.useLoaderData();
  return (
    <>
      <CreatorColors accent={accent} />
      <JoinPage creator={creator} list={list} hasMailbox={hasMailbox} />
    </>
  );
}
