import { createFileRoute } from "@tanstack/react-router";
import { ConfirmedPage } from "#web/features/accounts/confirmed-page.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

const validateSearch = searchTexts("error");

export const Route = createFileRoute("/confirmed")({
  validateSearch,
  head: () => ({ meta: [{ title: "Confirmed | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Confirmed,
});

function Confirmed() {
  return <ConfirmedPage problem={Route.useSearch().error} />;
}
