import { createFileRoute } from "@tanstack/react-router";
import { TakeBackPage } from "#web/features/accounts/take-back-page.tsx";

export const Route = createFileRoute("/take-back-email")({
  head: () => ({
    meta: [
      { title: "Take your address back | Openstall" },
      { name: "robots", content: "noindex" },
      { name: "referrer", content: "no-referrer" },
    ],
  }),
  component: TakeBackPage,
});
