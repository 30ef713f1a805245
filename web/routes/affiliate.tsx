import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { AffiliatePage } from "#web/features/affiliates/affiliate-page.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";

export const Route = createFileRoute("/affiliate")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: z.looseObject({ page: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: "Affiliate | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: () => <SignedInPage>{({ email }) => <AffiliatePage email={email} />}</SignedInPage>,
});
