import type { ReactNode } from "react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";

type MessageScreenProps = { title: string; children: ReactNode; code?: string; action?: ReactNode };

/** A whole page that says one thing and offers a way on; the home page unless told. */
export function MessageScreen({ title, children, code, action }: MessageScreenProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-6 py-5">
        <a href="/" className="inline-flex rounded-lg py-2" aria-label="Openstall home">
          <Logo />
        </a>
      </header>
      <main className="flex grow flex-col items-center justify-center px-6 pb-32 text-center">
        {code && (
          <p className="mb-3 text-sm font-semibold tracking-wide text-brand-soft-foreground">{code}</p>
        )}
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-md text-base text-muted-foreground">{children}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {action ?? (
            <LinkButton href="/" size="lg">
              Back to Home
            </LinkButton>
          )}
        </div>
      </main>
    </div>
  );
}
