import { createFileRoute, notFound } from "@tanstack/react-router";
import { getCreator, getCurrentUser } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { getMyDesign } from "#contract/design/studio.ts";
import { getPublicList } from "#contract/mailing-list/mailing-list.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { inOrder } from "#web/features/design/in-order.ts";
import { lookHeaders, withLook } from "#web/features/design/look-head.ts";
import { searchTexts } from "#web/layout/search-texts.ts";
import { siteOrigin } from "#web/site-origin.ts";
import { StoreScreen } from "./-store-screen.tsx";

/** The creator's store in the design that they are trying. Shown within the design page, to them alone. */
export const Route = createFileRoute("/design-preview")({
  staticData: { page: "own" },
  validateSearch: searchTexts("version"),
  loaderDeps: ({ search }: { search: { version?: string } }) => ({ version: search.version }),
  loader: async ({ context: { queryClient }, deps: { version } }) => {
    try {
      const [{ handle }, { look, productOrder, drawnBlocks: blocks }] = await Promise.all([
        queryClient.ensureQueryData(apiQuery(getCurrentUser)),
        queryClient.ensureQueryData(apiQuery(getMyDesign, { querystring: { version } })),
      ]);
      const params = { handle };
      const [creator, products, { list }] = await Promise.all([
        queryClient.ensureQueryData(apiQuery(getCreator, { params })),
        queryClient.ensureQueryData(apiQuery(listCreatorProducts, { params })),
        queryClient.ensureQueryData(apiQuery(getPublicList, { params })),
      ]);
      return { creator, products: inOrder(products, productOrder), look, blocks, list, origin: siteOrigin() };
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData }) => {
    const meta = [{ title: "Preview | Openstall" }, { name: "robots", content: "noindex" }];
    return withLook({ meta, links: [] }, loaderData?.look ?? null);
  },
  headers: ({ loaderData }) => lookHeaders(loaderData?.look ?? null),
  component: Preview,
});

function Preview() {
  return (
    // To be looked at: nothing in it is to be pressed.
    <div inert>
      <StoreScreen {...Route.useLoaderData()} />
    </div>
  );
}
