import { ShieldCheck } from "lucide-react";
import { answerSandboxBank, type getSandboxBankPage } from "#contract/dev/sandbox.ts";
import type { Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMoney } from "#web/ui/money.ts";

type BankPageProps = { token: string; question: Output<typeof getSandboxBankPage> };

/** The bank's page of the sandbox. A plain form, so that it works before any script has loaded. */
export function BankPage({ token, question }: BankPageProps) {
  const { amountCents, currency, brand, last4, answered } = question;
  return (
    <main className="flex min-h-dvh items-center justify-center px-5 py-10">
      <form
        method="post"
        action={answerSandboxBank.url.replace(":token", token)}
        className="w-full max-w-md overflow-hidden rounded-2xl border border-border bg-card shadow-md"
      >
        <div className="flex items-center gap-3 border-b border-border bg-muted px-6 py-4">
          <ShieldCheck className="size-5 text-success" aria-hidden="true" />
          <p className="text-sm font-semibold">Sandbox Bank</p>
        </div>
        <div className="grid gap-6 p-6 sm:p-8">
          <div className="grid gap-2">
            <h1 className="text-xl font-semibold">Confirm your payment</h1>
            <p className="text-sm text-muted-foreground">
              This is a test page of the payment sandbox. A real bank would ask for a code or open its app
              here. No money moves.
            </p>
          </div>
          <dl className="grid gap-3 rounded-xl border border-border px-4 py-3 text-sm">
            <div className="flex justify-between gap-4">
              <dt className="text-muted-foreground">Amount</dt>
              <dd className="font-semibold tabular-nums">{formatMoney(amountCents, currency)}</dd>
            </div>
            <div className="flex justify-between gap-4">
              <dt className="text-muted-foreground">Card</dt>
              <dd className="font-medium">
                <span className="capitalize">{brand}</span> ending in {last4}
              </dd>
            </div>
          </dl>
          {answered ? (
            <div className="grid gap-3">
              <p role="status" className="text-sm text-muted-foreground">
                You have already answered. Nothing more is needed here.
              </p>
              <Button type="submit" name="answer" value="complete" variant="primary" size="lg">
                Return to the store
              </Button>
            </div>
          ) : (
            <div className="grid gap-3">
              <Button type="submit" name="answer" value="complete" variant="primary" size="lg">
                Complete authentication
              </Button>
              <Button type="submit" name="answer" value="fail" variant="outline" size="lg">
                Fail authentication
              </Button>
            </div>
          )}
        </div>
      </form>
    </main>
  );
}
