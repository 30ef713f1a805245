import { createFileRoute } from "@tanstack/react-router";
import { getOpenApi } from "#contract/health.ts";
import { callApi } from "#web/api.ts";
import { ApiDocsPage } from "#web/features/api-docs/api-docs-page.tsx";
import type { OpenApiDocument } from "#web/features/api-docs/openapi.ts";

export const Route = createFileRoute("/api/docs")({
  staticData: { page: "static" },
  loader: async () => (await callApi(getOpenApi)) as OpenApiDocument,
  head: () => {
    if (!import.meta.env.SSR) return {};
    return {
      meta: [
        { title: "API | Openstall" },
        {
          name: "description",
          content: "Every call of Openstall's API: who may make it, what it takes, what it answers.",
        },
      ],
    };
  },
  component: ApiDocs,
});

function ApiDocs() {
  return <ApiDocsPage document={Route.useLoaderData()} />;
}
