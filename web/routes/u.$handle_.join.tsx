import type { QueryClient } from "@tanstack/react-query";
import { createFileRoute, notFound } from "@tanstack/react-router";
import { getCreator, getSignInOptions } from "#contract/accounts/accounts.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { getPublicList } from "#contract/mailing-list/mailing-list.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { type Awaited, JoinPage } from "#web/features/mailing-list/join-page.tsx";
import { CreatorColors } from "#web/layout/creator-colors.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";
import { siteOrigin } from "#web/site-origin.ts";

const validateSearch = searchTexts("product");

export const Route = createFileRoute("/u/$handle_/join")({
  validateSearch,
  loaderDeps: ({ search: { product } }) => ({ productId: product }),
  loader: async ({ context: { queryClient }, params, deps: { productId } }) => {
    try {
      const [creator, { list, accent }, { mailbox }, awaited] = await Promise.all([
        queryClient.ensureQueryData(apiQuery(getCreator, { params })),
        queryClient.ensureQueryData(apiQuery(getPublicList, { params })),
        queryClient.ensureQueryData(apiQuery(getSignInOptions)),
        productId ? findAwaited(queryClient, params.handle, productId) : null,
      ]);
      return { creator, list, accent, awaited, hasMailbox: mailbox, origin: siteOrigin() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData }) => {
    if (!loaderData) return { meta: [{ title: "Creator Not Found" }] };
    const { creator, list, awaited, origin } = loaderData;
    const title = `${awaited?.title ?? list?.title ?? "Mailing list"} | ${creator.name}`;
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

/** The product of this creator's store that the address names; null for any other, as where it is gone. */
async function findAwaited(
  queryClient: QueryClient,
  handle: string,
  idOrSlug: string,
): Promise<Awaited | null> {
  try {
    const product = await queryClient.ensureQueryData(
      apiQuery(getProduct, { params: { idOrSlug }, querystring: { store: handle } }),
    );
    return product.creator.handle === handle.toLowerCase() ? product : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function Join() {
  const { accent, creator, list, awaited, hasMailbox } = Route.useLoaderData();
  return (
    <>
      <CreatorColors accent={accent} />
      <JoinPage creator={creator} list={list} awaited={awaited} hasMailbox={hasMailbox} />
    </>
  );
}
