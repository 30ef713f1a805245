import { createFileRoute, notFound } from "@tanstack/react-router";
import { getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { getStoreLook } from "#contract/design/design.ts";
import { getStoreBlocks } from "#contract/design/store-blocks.ts";
import { getPublicList } from "#contract/mailing-list/mailing-list.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { storefrontHead } from "#web/features/catalog/storefront-head.ts";
import { lookHeaders, withLook } from "#web/features/design/look-head.ts";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { StoreSuspendedScreen } from "#web/layout/store-suspended-screen.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { siteOrigin } from "#web/site-origin.ts";
import { StoreScreen } from "./-store-screen.tsx";

export const Route = createFileRoute("/u/$handle")({
  staticData: { page: "static" },
  loader: async ({ context: { queryClient }, params }) => {
    if (!import.meta.env.SSR) throw notFound();
    try {
      const [creator, products, { look }, { blocks }, { list }] = await Promise.all([
        queryClient.ensureQueryData(apiQuery(getCreator, { params })),
        queryClient.ensureQueryData(apiQuery(listCreatorProducts, { params })),
        queryClient.ensureQueryData(apiQuery(getStoreLook, { params })),
        queryClient.ensureQueryData(apiQuery(getStoreBlocks, { params })),
        queryClient.ensureQueryData(apiQuery(getPublicList, { params })),
      ]);
      return { creator, products, look, blocks, list, origin: siteOrigin() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData }) => {
    // A static page has no script, so that browsers need not know what stands in its head.
    if (!import.meta.env.SSR) return {};
    if (!loaderData) return { meta: [{ title: "Creator Not Found" }] };
    if (loaderData.creator.isSuspended)
      return { meta: [{ title: "Store suspended" }, { name: "robots", content: "noindex" }] };
    return withLook(storefrontHead(loaderData.creator, loaderData.origin), loaderData.look);
  },
  headers: ({ loaderData }) => lookHeaders(loaderData?.look ?? null),
  notFoundComponent: CreatorNotFound,
  component: Store,
});

function Store() {
  const store = Route.useLoaderData();
  return store.creator.isSuspended ? <StoreSuspendedScreen /> : <StoreScreen {...store} />;
}

function CreatorNotFound() {
  return (
    <MessageScreen
      title="Creator Not Found"
      action={
        <>
          <LinkButton href="/" size="lg">
            Back to Home
          </LinkButton>
          <LinkButton href="/members" size="lg" variant="outline">
            My purchases
          </LinkButton>
        </>
      }
    >
      The creator profile you're looking for doesn't exist. If you bought something here, it is still yours,
      under your purchases.
    </MessageScreen>
  );
}
