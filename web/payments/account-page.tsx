import { Landmark } from "lucide-react";
import { completeSandboxOnboarding, type getSandboxAccountPage } from "#contract/dev/sandbox.ts";
import type { Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";

type AccountPageProps = { token: string; account: Output<typeof getSandboxAccountPage> };

/** A creator's account at the sandbox. A plain form, so that it works before any script has loaded. */
export function AccountPage({ token, account }: AccountPageProps) {
  const { displayName, transfersActive, receivedCents } = account;
  return (
    <main className="flex min-h-dvh items-center justify-center px-5 py-10">
      <div className="w-full max-w-md overflow-hidden rounded-2xl border border-border bg-card shadow-md">
        <div className="flex items-center gap-3 border-b border-border bg-muted px-6 py-4">
          <Landmark className="size-5 text-success" aria-hidden="true" />
          <p className="text-sm font-semibold">Sandbox Payouts</p>
        </div>
        <div className="grid gap-6 p-6 sm:p-8">
          <div className="grid gap-2">
            <h1 className="text-xl font-semibold">
              {transfersActive ? "Your account" : "Set up your account"}
            </h1>
            <p className="text-sm text-muted-foreground">
              {transfersActive
                ? "This is a test page of the payment sandbox. A real provider would show your balance and your bank account here."
                : "This is a test page of the payment sandbox. A real provider would ask who you are and where your money should go. No money moves."}
            </p>
          </div>
          <dl className="grid gap-3 rounded-xl border border-border px-4 py-3 text-sm">
            <div className="flex justify-between gap-4">
              <dt className="text-muted-foreground">Account of</dt>
              <dd dir="auto" className="font-semibold break-words">
                {displayName}
              </dd>
            </div>
            {transfersActive && (
              <div className="flex justify-between gap-4">
                <dt className="text-muted-foreground">Transferred to you</dt>
                <dd className="font-medium tabular-nums">{formatMoney(receivedCents, "usd")}</dd>
              </div>
            )}
          </dl>
          {transfersActive ? (
            <LinkButton href="/admin?tab=settings&view=payouts" variant="primary" size="lg">
              Return to the store
            </LinkButton>
          ) : (
            <form
              method="post"
              action={completeSandboxOnboarding.url.replace(":token", token)}
              className="grid"
            >
              <Button type="submit" variant="primary" size="lg">
                Complete onboarding
              </Button>
            </form>
          )}
        </div>
      </div>
    </main>
  );
}
