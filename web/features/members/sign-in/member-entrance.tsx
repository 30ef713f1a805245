import { useEffect, useEffectEvent, useRef } from "react";
import type { ProvenEmail } from "#web/layout/verify-email/use-verify-email.ts";
import { useVerifyEmail } from "#web/layout/verify-email/use-verify-email.ts";
import { VerifyEmailSteps } from "#web/layout/verify-email/verify-email.tsx";
import { Card } from "#web/ui/card.tsx";
import { AccessRestricted } from "./access-restricted.tsx";

type Props = {
  /** From the page's address. */
  email: string | undefined;
  /** The visitor came here by a navigation of their own: a code may be asked for at once. */
  isOwnNavigation: boolean;
  onVerified: (proven: ProvenEmail) => void;
};

/** The way in for whoever has not proved an address: email, then code. */
export function MemberEntrance({ email, isOwnNavigation, onVerified }: Props) {
  const flow = useVerifyEmail({ initialEmail: email, onVerified });
  const asked = useRef(false);
  const askAtOnce = useEffectEvent(() => {
    if (asked.current || !email || !isOwnNavigation || isReload() || document.visibilityState !== "visible")
      return;
    asked.current = true;
    flow.ask();
  });
  useEffect(() => {
    const ask = () => askAtOnce();
    ask();
    // A tab that was opened in the background asks when it is looked at first.
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, []);

  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-1.5">
        <h1 className="text-3xl font-semibold tracking-tight">
          {flow.step === "email" ? "Members Area" : "Check Your Email"}
        </h1>
        {flow.step === "email" && (
          <p className="text-muted-foreground">
            Everything you have bought, in one place: memberships, courses, downloads and receipts.
          </p>
        )}
      </div>
      <Card className="p-5 sm:p-6">
        <VerifyEmailSteps flow={flow} />
      </Card>
      {(email || flow.askedFor) && <AccessRestricted />}
    </div>
  );
}

/** Reloading, and coming back, ask for nothing: the code that was mailed still works. */
function isReload(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  const type = navigation instanceof PerformanceNavigationTiming ? navigation.type : "navigate";
  return type === "reload" || type === "back_forward";
}
