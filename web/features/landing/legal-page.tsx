import type { ReactNode } from "react";
import { StaticPage } from "#web/layout/static-page.tsx";

/** A page of plain text with headings. */
export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <StaticPage>
      <article className="mx-auto max-w-2xl px-5 py-14 sm:px-8 sm:py-20 [&_h2]:mt-10 [&_h2]:text-xl [&_h2]:font-semibold [&_p]:mt-3 [&_p]:leading-relaxed [&_p]:text-muted-foreground">
        <h1 className="text-4xl font-semibold">{title}</h1>
        <p className="text-lg">{lead}</p>
        {children}
      </article>
    </StaticPage>
  );
}
