import { createFileRoute } from "@tanstack/react-router";
import { ReportPage } from "#web/features/operator/report-page.tsx";
import { NotFoundScreen } from "#web/layout/not-found-screen.tsx";

export const Route = createFileRoute("/report/$handle/{-$slug}")({
  staticData: { page: "static" },
  loader: async ({ context, params }) =>
    (await import("#web/features/operator/load-reported.ts")).loadReported(context.queryClient, params),
  head: ({ loaderData }) => {
    if (!import.meta.env.SSR) return {};
    const title = loaderData ? `Report ${loaderData.product?.title ?? loaderData.name}` : "Page Not Found";
    return { meta: [{ title }, { name: "robots", content: "noindex" }] };
  },
  notFoundComponent: NotFoundScreen,
  component: Report,
});

function Report() {
  const { name, handle, product } = Route.useLoaderData();
  return <ReportPage handle={handle} storeName={name} product={product} />;
}
