import { createFileRoute, notFound } from "@tanstack/react-router";
import { getCertificate } from "#contract/courses/course-progress.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { certificateHead } from "#web/features/courses/certificate/certificate-head.ts";
import { CertificatePage } from "#web/features/courses/certificate/certificate-page.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { siteOrigin } from "#web/site-origin.ts";

export const Route = createFileRoute("/certificate/$code")({
  staticData: { page: "static" },
  // It ends with its purchase, and may change its name: what is shown is always what is valid now.
  headers: () => ({ "cache-control": "no-store" }),
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const certificate = await queryClient.ensureQueryData(apiQuery(getCertificate, { params }));
      return { certificate, origin: siteOrigin() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData }) => (import.meta.env.SSR ? certificateHead(loaderData?.certificate) : {}),
  notFoundComponent: NotValid,
  component: Certificate,
});

function Certificate() {
  const { certificate, origin } = Route.useLoaderData();
  return <CertificatePage certificate={certificate} origin={origin} />;
}

function NotValid() {
  return (
    <MessageScreen title="This certificate is not valid">
      No certificate has this code. It may be mistyped, or the purchase behind it was refunded.
    </MessageScreen>
  );
}
