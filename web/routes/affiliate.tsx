import { createFileRoute } from "@tanstack/react-router";
import { AffiliatePage } from "#web/features/affiliates/affiliate-page.tsx";
import { AffiliateAccount } from "#web/features/payouts/affiliate-account.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

export const Route = createFileRoute("/affiliate")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: searchTexts("page", "account"),
  head: () => ({ meta: [{ title: "Affiliate | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Affiliate,
});

function Affiliate() {
  const { account } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedInPage isPersonal>
      {({ email }) => (
        <AffiliatePage
          email={email}
          account={
            <AffiliateAccount
              providerReturn={account === "returned" || account === "again" ? account : undefined}
              onReturnHandled={() => void navigate({ search: {}, replace: true })}
            />
          }
        />
      )}
    </SignedInPage>
  );
}
