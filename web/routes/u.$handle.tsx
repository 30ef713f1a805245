import { createFileRoute, notFound } from "@tanstack/react-router";
import { getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { storefrontHead } from "#web/features/catalog/storefront-head.ts";
import { StorefrontPage } from "#web/features/catalog/storefront-page.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { siteOrigin } from "#web/site-origin.ts";

export const Route = createFileRoute("/u/$handle")({
  staticData: { page: "static" },
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const [creator, products] = await Promise.all([
        queryClient.ensureQueryData(apiQuery(getCreator, { params })),
        queryClient.ensureQueryData(apiQuery(listCreatorProducts, { params })),
      ]);
      return { creator, products, origin: siteOrigin() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData }) =>
    loaderData
      ? storefrontHead(loaderData.creator, loaderData.origin)
      : { meta: [{ title: "Creator Not Found" }] },
  notFoundComponent: CreatorNotFound,
  component: Storefront,
});

function Storefront() {
  const { creator, products, origin } = Route.useLoaderData();
  return <StorefrontPage creator={creator} products={products} origin={origin} />;
}

function CreatorNotFound() {
  return (
    <MessageScreen title="Creator Not Found">
      The creator profile you're looking for doesn't exist.
    </MessageScreen>
  );
}
