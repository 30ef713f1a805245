import { createFileRoute, notFound } from "@tanstack/react-router";
import { getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { ReportPage } from "#web/features/operator/report-page.tsx";
import { NotFoundScreen } from "#web/layout/not-found-screen.tsx";

export const Route = createFileRoute("/report/$handle/{-$slug}")({
  staticData: { page: "static" },
  loader: async ({ context: { queryClient }, params: { handle, slug } }) => {
    try {
      const [{ name, handle: known }, products] = await Promise.all([
        queryClient.ensureQueryData(apiQuery(getCreator, { params: { handle } })),
        queryClient.ensureQueryData(apiQuery(listCreatorProducts, { params: { handle } })),
      ]);
      // One that is off sale by now is reported as its store.
      return { name, handle: known, product: products.find((product) => product.slug === slug) };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: loaderData ? `Report ${loaderData.product?.title ?? loaderData.name}` : "Page Not Found" },
      { name: "robots", content: "noindex" },
    ],
  }),
  notFoundComponent: NotFoundScreen,
  component: Report,
});

function Report() {
  const { name, handle, product } = Route.useLoaderData();
  return <ReportPage handle={handle} storeName={name} product={product} />;
}
