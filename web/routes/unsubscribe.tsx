import { createFileRoute } from "@tanstack/react-router";
import { UnsubscribePage } from "#web/features/mailing-list/unsubscribe-page.tsx";

export const Route = createFileRoute("/unsubscribe")({
  head: () => ({
    meta: [
      { title: "Your email preferences | Openstall" },
      { name: "robots", content: "noindex" },
      { name: "referrer", content: "no-referrer" },
    ],
  }),
  component: UnsubscribePage,
});
