import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Logo } from "#web/ui/logo.tsx";
import type { Certificate } from "./certificate-head.ts";
import { commonZone, longDayText } from "#contract/dates.ts";
import { encode } from "uqr";

/** The sheet itself: what is printed, with one day wherever it is opened. `address` is where it can be checked. */
export function CertificateSheet({ certificate, address }: { certificate: Certificate; address: string }) {
  const { code, completedAt, courseTitle, creatorName, lessonCount, name } = certificate;
  return (
    <article
      aria-labelledby="learner"
      className="certificate-sheet relative overflow-hidden rounded-3xl border border-border bg-card text-card-foreground shadow-lg"
    >
      <div aria-hidden="true" className="awning h-10 sm:h-12" />
      <div className="certificate-frame m-4 grid justify-items-center gap-8 rounded-2xl px-5 py-10 text-center sm:m-6 sm:px-10 sm:py-12 print:gap-6 print:py-8">
        <div className="grid gap-3">
          <p className="text-sm font-semibold tracking-[0.2em] text-brand-soft-foreground uppercase">
            Certificate of Completion
          </p>
          <p className="text-muted-foreground">This certifies that</p>
          <h1
            id="learner"
            dir="auto"
            className={classNames(
              "font-serif leading-tight font-medium tracking-normal [overflow-wrap:anywhere] italic",
              name.length > 40 ? "text-2xl sm:text-3xl" : "text-4xl sm:text-5xl",
            )}
          >
            {name}
          </h1>
        </div>
        <div className="grid max-w-2xl gap-2">
          <p className="text-muted-foreground">has completed every lesson of</p>
          <p
            dir="auto"
            className="text-xl leading-snug font-semibold [overflow-wrap:anywhere] text-balance sm:text-2xl"
          >
            {courseTitle}
          </p>
          <p className="[overflow-wrap:anywhere] text-muted-foreground">
            a course by <bdi>{creatorName}</bdi>
          </p>
        </div>
        <div className="grid w-full items-end gap-x-8 gap-y-8 border-t border-border pt-8 sm:grid-cols-[1fr_auto_1fr] print:pt-6">
          <dl className="flex flex-wrap justify-center gap-x-10 gap-y-4 sm:justify-start sm:text-left">
            <Fact term="Completed">
              <time dateTime={completedAt}>{longDayText(completedAt, commonZone)}</time>
            </Fact>
            <Fact term="Lessons">{lessonCount}</Fact>
          </dl>
          <div className="justify-self-center">
            <Logo />
          </div>
          <div className="flex items-end justify-center gap-4 text-left sm:justify-end">
            <dl>
              <Fact term="Certificate code">
                <span className="block max-w-40 font-mono text-xs leading-5">{code}</span>
              </Fact>
            </dl>
            <CheckCode address={address} />
          </div>
        </div>
        <p className="hidden text-xs text-muted-foreground print:block">
          Check this certificate at {address}
        </p>
      </div>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-muted-foreground">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** The address as a QR code: from a paper copy to the page that says whether it is valid. Dark on white in every theme. */
function CheckCode({ address }: { address: string }) {
  const { data, size } = encode(address, { ecc: "L", border: 2 });
  return (
    <svg
      role="img"
      aria-label="QR code of this certificate's address"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-24 shrink-0 rounded-lg bg-white text-black"
    >
      <path d={data.map(rowPath).join("")} fill="currentColor" />
    </svg>
  );
}

/** The dark modules of a row, neighbours as one rectangle. */
function rowPath(row: readonly boolean[], y: number) {
  const runs = [
    ...row
      .map((dark) => (dark ? "1" : "0"))
      .join("")
      .matchAll(/1+/g),
  ];
  return runs.map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join("");
}
