import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { AffiliatePage } from "#web/features/affiliates/affiliate-page.tsx";
import { AffiliateAccount } from "#web/features/payouts/affiliate-account.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";

export const Route = createFileRoute("/affiliate")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: z.looseObject({ page: z.optional(z.string()), account: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: "Affiliate | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Affiliate,
});

function Affiliate() {
  const { account } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedInPage>
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
