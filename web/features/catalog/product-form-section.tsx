import type { ReactNode } from "react";

/** A part of the product form, under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5 not-first:border-t not-first:border-border not-first:pt-6">
      <h3 className="text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
