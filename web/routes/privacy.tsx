import { createFileRoute } from "@tanstack/react-router";
import { PrivacyPage } from "#web/features/landing/privacy-page.tsx";

export const Route = createFileRoute("/privacy")({
  staticData: { page: "static" },
  head: () => {
    if (!import.meta.env.SSR) return {};
    return {
      meta: [
        { title: "Privacy Policy | Openstall" },
        { name: "description", content: "What Openstall keeps about you, and why." },
      ],
    };
  },
  component: PrivacyPage,
});
