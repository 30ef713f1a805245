import { createFileRoute, redirect } from "@tanstack/react-router";
import { getSignInOptions } from "#contract/accounts/accounts.ts";
import { apiQuery } from "#web/api.ts";
import { loginAddress } from "#web/features/accounts/login-address.ts";
import { SignInPage } from "#web/features/accounts/sign-in-page.tsx";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { searchTexts } from "#web/layout/search-texts.ts";

const validateSearch = searchTexts("returnTo", "error");

export const Route = createFileRoute("/sign-in")({
  validateSearch,
  loaderDeps: ({ search }) => ({ returnTo: search.returnTo }),
  loader: async ({ context: { queryClient }, deps }) => {
    const [user] = await Promise.all([
      queryClient.ensureQueryData(currentUserQuery),
      queryClient.ensureQueryData(apiQuery(getSignInOptions)),
    ]);
    if (user) throw redirect({ href: loginAddress(deps.returnTo), reloadDocument: true });
  },
  head: () => ({
    meta: [{ title: "Sign in | Openstall" }, { name: "robots", content: "noindex" }],
  }),
  component: SignIn,
});

function SignIn() {
  const { returnTo, error } = Route.useSearch();
  return <SignInPage returnTo={returnTo} problem={error} />;
}
