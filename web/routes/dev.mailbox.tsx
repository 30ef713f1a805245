import { createFileRoute } from "@tanstack/react-router";
import { MailboxPage } from "#web/features/mailbox/mailbox-page.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

export const Route = createFileRoute("/dev/mailbox")({
  staticData: { page: "client" },
  ssr: false,
  validateSearch: searchTexts("mail", "search"),
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
