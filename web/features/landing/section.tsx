import type { ReactNode } from "react";

type SectionProps = { id?: string; eyebrow: string; title: string; lead?: string; children: ReactNode };

/** One band of the landing page with its heading. */
export function Section({ id, eyebrow, title, lead, children }: SectionProps) {
  return (
    <section {...(id && { id })} className="mx-auto max-w-6xl px-5 py-14 sm:px-8 sm:py-20">
      <div className="mx-auto max-w-2xl text-center">
        <p className="text-sm font-semibold text-brand-soft-foreground">{eyebrow}</p>
        <h2 className="mt-2 text-3xl font-semibold sm:text-4xl">{title}</h2>
        {lead && <p className="mt-4 text-lg text-muted-foreground">{lead}</p>}
      </div>
      <div className="mt-10 sm:mt-14">{children}</div>
    </section>
  );
}
