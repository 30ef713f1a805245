import { createFileRoute } from "@tanstack/react-router";
import { TermsPage } from "#web/features/landing/terms-page.tsx";

export const Route = createFileRoute("/terms")({
  staticData: { page: "static" },
  head: () => {
    if (!import.meta.env.SSR) return {};
    return {
      meta: [
        { title: "Terms of Service | Openstall" },
        { name: "description", content: "The rules of buying and selling on Openstall." },
      ],
    };
  },
  component: TermsPage,
});
