import { createFileRoute } from "@tanstack/react-router";
import { operatorViewOf, OperatorPage } from "#web/features/operator/operator-page.tsx";
import { NotFoundScreen } from "#web/layout/not-found-screen.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { useRequiredUser } from "#web/layout/current-user.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";

export const Route = createFileRoute("/operator")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: searchTexts("view"),
  head: () => ({ meta: [{ title: "Operator | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Operator,
});

/** For anybody else there is no such page. */
function Operator() {
  const user = useRequiredUser();
  const { view } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (!user) return <LoadingScreen />;
  if (!user.isOperator) return <NotFoundScreen />;
  return (
    <SignedInPage isPersonal>
      {() => (
        <OperatorPage
          view={operatorViewOf(view)}
          onViewChange={(next) => void navigate({ search: { view: next } })}
        />
      )}
    </SignedInPage>
  );
}
