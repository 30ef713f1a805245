import { createFileRoute, redirect } from "@tanstack/react-router";
import { getSignInOptions } from "#contract/accounts/accounts.ts";
import { getInvitation } from "#contract/accounts/invited.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { loginAddress } from "#web/features/accounts/login-address.ts";
import { SignInPage } from "#web/features/accounts/sign-in-page.tsx";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { searchTexts } from "#web/layout/search-texts.ts";

const validateSearch = searchTexts("returnTo", "error", "invitation");

export const Route = createFileRoute("/sign-in")({
  validateSearch,
  loaderDeps: ({ search: { returnTo, invitation } }) => ({ returnTo, invitation }),
  loader: async ({ context: { queryClient }, deps }) => {
    const [user, invitation] = await Promise.all([
      queryClient.ensureQueryData(currentUserQuery),
      deps.invitation === undefined ? null : findInvitation(deps.invitation),
      queryClient.ensureQueryData(apiQuery(getSignInOptions)),
    ]);
    if (user) throw redirect({ href: loginAddress(deps.returnTo), reloadDocument: true });
    return { invitation };
  },
  head: () => ({
    meta: [{ title: "Sign in | Openstall" }, { name: "robots", content: "noindex" }],
  }),
  component: SignIn,
});

function SignIn() {
  const { returnTo, error } = Route.useSearch();
  const { invitation } = Route.useLoaderData();
  return <SignInPage returnTo={returnTo} problem={error} invitation={invitation} />;
}

/** Who invited whoever came by an invitation's link. The page is the ordinary one where that can't be said. */
const findInvitation = (token: string) =>
  callApi(getInvitation, { querystring: { token } }).then(
    ({ invitation }) => invitation,
    () => null,
  );
