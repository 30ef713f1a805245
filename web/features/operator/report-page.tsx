import type { ReactNode } from "react";
import { mostReportWords, reportReasonNames, reportReasons } from "#contract/operator/report-reasons.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type Props = {
  handle: string;
  storeName: string;
  /** What of the store is reported; undefined: all of it. */
  product: { title: string; slug: string } | undefined;
};

/**
 * Where anybody reports a store or a product to whoever runs the installation. It works without a script: the form leads back
 * here, and the fragment says how it went. It is the operator's page, and shows no name of ours.
 */
export function ReportPage({ handle, storeName, product }: Props) {
  const back = product ? `/u/${handle}/${product.slug}` : `/u/${handle}`;
  const search = product ? `?${new URLSearchParams({ product: product.slug }).toString()}` : "";
  return (
    <main className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-6 px-5 py-10 sm:px-8">
      <a href={back} className="inline-flex h-11 w-fit items-center text-sm underline underline-offset-4">
        Back to {product ? "the product" : "the store"}
      </a>
      <div className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere sm:text-3xl">
          Report {product ? product.title : storeName}
        </h1>
        <p className="text-muted-foreground">
          What you write goes to the people who run this site, and not to the store.
        </p>
      </div>
      <Outcome id="sent" className="bg-success-soft text-success-soft-foreground">
        Thank you. Somebody will look at it.
      </Outcome>
      <Outcome id="wrong" className="bg-destructive-soft text-destructive-soft-foreground">
        That could not be read. Choose what is wrong, use at most {mostReportWords.toLocaleString("en-US")}{" "}
        characters, and leave the address empty or write a whole one. Back in your browser brings what you
        typed.
      </Outcome>
      <Outcome id="later" className="bg-warning-soft text-warning-soft-foreground">
        You have reported a lot today. Please try again tomorrow.
      </Outcome>
      <form method="post" action={`/api/creators/${handle}/reports${search}`} className="grid gap-5">
        <fieldset className="grid gap-1">
          <legend className="mb-1.5 text-sm font-medium">What is wrong?</legend>
          {reportReasons.map((reason) => (
            <label key={reason} className="flex min-h-11 items-center gap-3 text-sm">
              <input type="radio" name="reason" value={reason} required className="size-4.5 accent-primary" />
              {reportReasonNames[reason]}
            </label>
          ))}
        </fieldset>
        <Field label="What happened?" aside="Optional">
          <Textarea name="words" maxLength={mostReportWords} />
        </Field>
        <Field
          label="Your email address"
          aside="Optional"
          hint="Only if we may ask you about it. You get no mail for reporting."
        >
          <Input name="email" maxLength={254} autoComplete="email" inputMode="email" />
        </Field>
        <div className="sr-only" aria-hidden="true">
          <label>
            Leave this empty
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <Button type="submit" size="lg" className="justify-self-start">
          Send the report
        </Button>
      </form>
    </main>
  );
}

/** Shown where the address names it: how the form ended. */
function Outcome({ id, className, children }: { id: string; className: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="status"
      className={`hidden rounded-xl px-4 py-3 text-sm font-medium target:block ${className}`}
    >
      {children}
    </p>
  );
}
