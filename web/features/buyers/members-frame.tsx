import { type ReactNode, Suspense, useEffect, useRef } from "react";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { ArrowLeft } from "lucide-react";

// Most who come here are no creators: the others carry none of it.
const SignedInLayout = loadable(
  async () => (await import("#web/layout/signed-in-layout.tsx")).SignedInLayout,
);

/** Around the members area: the signed-in layout for a creator, a bar that leads home for everyone else. */
export function MembersFrame({ user, children }: { user: CurrentUser | null; children: ReactNode }) {
  if (user)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <SignedInLayout user={user}>{children}</SignedInLayout>
      </Suspense>
    );
  return (
    <>
      <header className="border-b border-border bg-card/60">
        <div className="mx-auto flex h-16 max-w-5xl items-center justify-between gap-4 px-5 sm:px-8">
          <a href="/" aria-label="Openstall home" className="inline-flex h-11 items-center">
            <Logo />
          </a>
          <LinkButton href="/" variant="ghost" className="-mr-3">
            <ArrowLeft aria-hidden="true" />
            Back to Home
          </LinkButton>
        </div>
      </header>
      <main className="mx-auto w-full max-w-5xl px-5 py-8 sm:px-8 sm:py-12">{children}</main>
    </>
  );
}

type ArrivalProps = {
  /** Which of the page's stages is on screen. */
  stage: "entrance" | "link" | "browser" | "verified";
  children: ReactNode;
};

/** Moves the focus to what has taken the place of the stage before, whose focused part is gone. */
export function Arrival({ stage, children }: ArrivalProps) {
  const region = useRef<HTMLDivElement>(null);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    // The mailed link's page has a heading of its own to begin with.
    if (stage !== "link") region.current?.focus();
  }, [stage]);
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
