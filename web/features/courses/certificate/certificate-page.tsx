import { coursePath } from "#contract/courses/course-path.ts";
import { BadgeCheck } from "lucide-react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";
import type { Certificate } from "./certificate-head.ts";
import { CertificateSheet } from "./certificate-sheet.tsx";
import { commonZone, longDayText } from "#contract/dates.ts";

type CertificateProps = { certificate: Certificate; origin: string };

/** A certificate, to be checked on the screen or printed on one page. Works without a script. */
export function CertificatePage({ certificate, origin }: CertificateProps) {
  const address = `${origin}/certificate/${certificate.code}`;
  return (
    <>
      <header className="mx-auto max-w-5xl px-5 py-5 sm:px-8 print:hidden">
        <a href="/" aria-label="Openstall home" className="inline-flex h-11 items-center rounded-lg">
          <Logo />
        </a>
      </header>
      <main className="mx-auto grid max-w-5xl gap-10 px-5 pb-20 sm:px-8 print:block print:max-w-none print:p-0">
        <CertificateSheet certificate={certificate} address={address} />
        <Explanation certificate={certificate} address={address} />
      </main>
    </>
  );
}

function Explanation({ certificate, address }: { certificate: Certificate; address: string }) {
  const { completedAt, courseSlug, courseStore, lessonCount } = certificate;
  return (
    <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2 print:hidden">
      <section aria-labelledby="valid" className="grid content-start gap-3">
        <h2 id="valid" className="flex items-center gap-2 text-lg font-semibold">
          <BadgeCheck aria-hidden="true" className="size-6 text-success" />
          This certificate is valid
        </h2>
        <p className="text-muted-foreground">
          Openstall recorded that a buyer of this course completed{" "}
          {lessonCount === 1 ? "its one lesson" : `all of its ${lessonCount} lessons`} by{" "}
          {longDayText(completedAt, commonZone)}. The name is the one they gave: Openstall does not check who
          they are.
        </p>
        {courseSlug && courseStore && (
          <LinkButton
            href={coursePath(courseStore, { slug: courseSlug })}
            variant="outline"
            size="lg"
            className="mt-2 w-fit"
          >
            View the Course
          </LinkButton>
        )}
      </section>
      <section aria-labelledby="check" className="grid content-start gap-3">
        <h2 id="check" className="flex min-h-7 items-center text-lg font-semibold">
          How to check a copy
        </h2>
        <p className="text-muted-foreground">
          Scan its code, or open{" "}
          <span className="font-medium [overflow-wrap:anywhere] text-foreground">{address}</span> yourself.
          Compare the name, the course and the date with the copy in your hand. A certificate ends when its
          purchase is refunded, and this address says so.
        </p>
        <p className="text-muted-foreground">
          To keep it, print this page or save it as a PDF: it fits one sheet.
        </p>
      </section>
    </div>
  );
}
