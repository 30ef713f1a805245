import { useMutation } from "@tanstack/react-query";
import { takeBackEmail } from "#contract/accounts/email-change.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Where the mail leads that tells of a changed address. A visit changes nothing: programs open links, too. */
export function TakeBackPage() {
  const take = useMutation({
    mutationFn: () => callApi(takeBackEmail, { body: { token: location.hash.slice(1) } }),
  });
  if (take.isSuccess)
    return (
      <MessageScreen
        title="The address is yours again"
        action={
          <LinkButton href="/sign-in" size="lg">
            Sign in
          </LinkButton>
        }
      >
        Your account has the address <strong className="break-all">{take.data.email}</strong>. Every browser
        was signed out, every passkey removed, and whoever joined your team since is off it. Sign in, and look
        at your payouts, your connected accounts and your team: whoever was there may have changed them.
      </MessageScreen>
    );
  return (
    <MessageScreen
      title="Take your address back?"
      action={
        <Button size="lg" loading={take.isPending} onClick={() => take.mutate()}>
          Take it back
        </Button>
      }
    >
      Your account gets the address back to which the mail with this link was sent. Every browser is signed
      out, every passkey removed, and whoever joined your team since is off it.
      {take.error && (
        <span role="alert" className="mt-4 block font-medium text-destructive-soft-foreground">
          {errorMessage(take.error, "That did not work. Please try again.")}
        </span>
      )}
    </MessageScreen>
  );
}
