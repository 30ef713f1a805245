import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { MailboxPage } from "#web/features/mailbox/mailbox-page.tsx";

export const Route = createFileRoute("/dev/mailbox")({
  staticData: { page: "client" },
  ssr: false,
  validateSearch: z.looseObject({ mail: z.optional(z.string()), search: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: "Mailbox | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Mailbox,
});

function Mailbox() {
  const { mail, search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MailboxPage
      openId={mail}
      search={search ?? ""}
      onSearch={(next) => void navigate({ search: { search: next || undefined }, replace: true })}
      onOpen={(id) => void navigate({ search: (now) => ({ ...now, mail: id }), resetScroll: false })}
    />
  );
}
