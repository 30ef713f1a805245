import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { getSignInOptions, signInAsDemo } from "#contract/accounts/accounts.ts";
import type { getInvitation } from "#contract/accounts/invited.ts";
import { apiMutation, apiQuery, errorMessage, type Output } from "#web/api.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { CodeStep } from "./code-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { Entrance } from "./entrance.tsx";
import { loginAddress } from "./login-address.ts";
import { PasskeySignIn } from "./passkeys/passkey-sign-in.tsx";
import { RecoveryStep } from "./recovery-step.tsx";
import { SignInProblem } from "./sign-in-problem.tsx";
import { Button } from "#web/ui/button.tsx";

type SignInPageProps = {
  /** Where to go afterwards; the server checks it. */
  returnTo?: string | undefined;
  /** Why the provider's sign-in failed, as the server put it in the address. */
  problem?: string | undefined;
  /** Who invited them, where they came by an invitation's link. */
  invitation?: Invitation;
};

type Invitation = Output<typeof getInvitation>["invitation"];

/** Creators sign in here: by an emailed code, or at the provider of this installation. */
export function SignInPage({ returnTo, problem, invitation = null }: SignInPageProps) {
  const { data: options } = useQuery(apiQuery(getSignInOptions));
  const [email, setEmail] = useState("");
  const [asked, setAsked] = useState<AskedForCode>();
  const [isRecovering, setRecovering] = useState(false);
  if (asked) {
    return (
      <Entrance>
        <CodeStep
          email={email}
          asked={asked}
          mailbox={options?.mailbox ?? false}
          returnTo={returnTo}
          onBack={() => setAsked(undefined)}
        />
      </Entrance>
    );
  }
  if (isRecovering) {
    return (
      <Entrance>
        <RecoveryStep initialEmail={email} returnTo={returnTo} onBack={() => setRecovering(false)} />
      </Entrance>
    );
  }
  return (
    <Entrance>
      <h1 className="text-3xl font-semibold tracking-tight">Sign in to Openstall</h1>
      {invitation ? (
        <InvitedBy invitation={invitation} />
      ) : (
        <p className="mt-2 mb-8 text-muted-foreground">
          New here? The same way opens your store, free for 14 days.
        </p>
      )}
      {problem && <SignInProblem problem={problem} />}
      {options?.method === "oidc" ? (
        <LinkButton href={loginAddress(returnTo)} size="lg" className="w-full">
          {problem ? "Try again" : "Continue to sign in"}
        </LinkButton>
      ) : (
        <>
          <EmailStep
            initialEmail={email}
            onSent={(address, answer) => {
              setEmail(address);
              setAsked(answer);
            }}
          />
          {options?.passkeys && (
            <>
              <PasskeySignIn onSignedIn={() => location.assign(loginAddress(returnTo))} />
              <Button variant="ghost" className="mt-1 w-full" onClick={() => setRecovering(true)}>
                Use a recovery code
              </Button>
            </>
          )}
        </>
      )}
      {options?.demo && <DemoButton returnTo={returnTo} />}
      <p className="mt-8 text-center text-sm text-muted-foreground">
        By signing in you agree to the{" "}
        <a href="/terms" className={quietLink}>
          Terms of Service
        </a>{" "}
        and the{" "}
        <a href="/privacy" className={quietLink}>
          Privacy Policy
        </a>
        .
      </p>
    </Entrance>
  );
}

function InvitedBy({ invitation: { kind, name } }: { invitation: NonNullable<Invitation> }) {
  const [what, next] = {
    TEAM: ["invited you to their store's team.", "join"],
    AFFILIATE: ["made you an affiliate.", "see your links and earnings"],
  }[kind];
  return (
    <p className="mt-2 mb-8 text-muted-foreground">
      <span className="font-medium break-words text-foreground">
        {name} {what}
      </span>{" "}
      Sign in with the email address you were invited with to {next}.
    </p>
  );
}

const quietLink = "font-medium text-foreground underline underline-offset-4";

/** Local mode's way in without an address. */
function DemoButton({ returnTo }: { returnTo: string | undefined }) {
  const demo = useMutation(apiMutation(signInAsDemo));
  return (
    <>
      <div className="my-6 flex items-center gap-4 text-sm text-muted-foreground before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        or look around first
      </div>
      <Button
        variant="outline"
        size="lg"
        loading={demo.isPending || demo.isSuccess}
        onClick={() => demo.mutate(undefined, { onSuccess: () => location.assign(loginAddress(returnTo)) })}
      >
        Continue as the demo creator
      </Button>
      {demo.error && (
        <p role="alert" className="mt-2 text-sm font-medium text-destructive-soft-foreground">
          {errorMessage(demo.error, "The demo creator is not there. Please try again.")}
        </p>
      )}
    </>
  );
}
