import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { type ProvenEmail, useVerifyEmail } from "#web/layout/verify-email/use-verify-email.ts";
import { VerifyEmailSteps } from "#web/layout/verify-email/verify-email.tsx";
import { Card } from "#web/ui/card.tsx";
import { CheckCircle2, Lock } from "lucide-react";
import { LinkButton } from "#web/ui/link-button.tsx";

type Props = {
  /** From the page's address. */
  email: string | undefined;
  /** The visitor came here by a navigation of their own: a code may be asked for at once. */
  isOwnNavigation: boolean;
  /** The demo store is there, to look at memberships. */
  hasDemoStore: boolean;
  onVerified: (proven: ProvenEmail) => void;
};

/** The way in for whoever has not proved an address: email, then code. */
export function MemberEntrance({ email, isOwnNavigation, hasDemoStore, onVerified }: Props) {
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
      {(email || flow.askedFor) && <AccessRestricted hasDemoStore={hasDemoStore} />}
    </div>
  );
}

/** Reloading, and coming back, ask for nothing: the code that was mailed still works. */
function isReload(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  const type = navigation instanceof PerformanceNavigationTiming ? navigation.type : "navigate";
  return type === "reload" || type === "back_forward";
}

/** What opens with a proved address: the same for everybody, whatever they bought. */
const opened = ["Your memberships and their posts", "Your courses and downloads", "Your orders and receipts"];

/** The store that led here; `instead` where none did, or where the page before keeps its address to itself. */
const useStoreBefore = (instead: string): string =>
  useSyncExternalStore(
    noChanges,
    () => storeBefore() ?? instead,
    () => instead,
  );

/** What led here stays what it was. */
const noChanges = () => () => {};

function storeBefore(): string | undefined {
  const from = URL.parse(document.referrer);
  return from?.origin === location.origin && from.pathname.startsWith("/u/")
    ? from.pathname + from.search
    : undefined;
}

/** What a proved address opens, for whoever has named one and not proved it. */
function AccessRestricted({ hasDemoStore }: { hasDemoStore: boolean }) {
  const store = useStoreBefore(hasDemoStore ? "/u/demo" : "/");
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
          <Lock className="size-5" aria-hidden="true" />
        </span>
        <h2 className="text-base font-semibold">Access Restricted</h2>
      </div>
      <p className="text-sm text-muted-foreground">Once you enter the code, you can open:</p>
      <ul className="grid gap-2 text-sm">
        {opened.map((item) => (
          <li key={item} className="flex items-center gap-2.5">
            <CheckCircle2 className="size-4.5 shrink-0 text-brand" aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
      <LinkButton href={store} variant="outline" className="pointer-coarse:h-11">
        Join Premium Membership
      </LinkButton>
    </Card>
  );
}
