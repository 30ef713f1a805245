import { CircleCheck } from "lucide-react";
import { longDayText } from "#contract/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useZone } from "#web/ui/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { RichText } from "#web/ui/rich-text.tsx";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { openingOf } from "#web/features/player/lesson-opening.ts";
import { nextToOpen } from "./outline/next-to-open.ts";
import { AlreadyBought } from "./proof/already-bought.tsx";
import { useCoursePurchase } from "./proof/use-course-purchase.ts";

type Props = { selected: OutlineLesson | undefined };

/** What the course is, and the way to it: to buy it, or to go on where its buyer was. */
export function CourseHeading({ selected }: Props) {
  const { course, hasAccess, checkoutPath, learning } = useCourseVisit();
  const purchase = useCoursePurchase();
  // A locked lesson says it itself, below.
  const isLocked = selected && openingOf(selected, hasAccess, undefined) === "LOCKED";
  const zone = useZone();
  const later = nextToOpen(course, learning);
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 has-[form]:items-start sm:mb-8">
      <div className="grid max-w-3xl gap-2">
        <div className="flex flex-wrap gap-2">
          <Badge tone="brand">Course</Badge>
          {hasAccess && (
            <Badge tone="success">
              <CircleCheck aria-hidden="true" />
              Access Granted
            </Badge>
          )}
        </div>
        <h1
          dir="auto"
          className="text-2xl leading-tight font-semibold tracking-tight wrap-anywhere sm:text-3xl"
        >
          {course.title}
        </h1>
        {course.descriptionHtml && (
          <RichText html={course.descriptionHtml} className="text-muted-foreground" />
        )}
      </div>
      {!hasAccess && (
        <div className="grid gap-3 max-sm:w-full">
          <LinkButton href={checkoutPath} variant="brand" size="lg">
            {course.suggestedPriceCents !== null
              ? "Enroll: pay what you want"
              : course.priceCents > 0
                ? `Enroll for ${formatMoney(course.priceCents, course.currency)}`
                : "Enroll for free"}
          </LinkButton>
          {!isLocked && <AlreadyBought {...purchase} />}
        </div>
      )}
      {later && (
        <p className="text-sm text-muted-foreground" suppressHydrationWarning>
          Next to open:{" "}
          <span dir="auto" className="font-medium text-foreground">
            {later.lesson.title}
          </span>
          , on {longDayText(later.opensAt, zone)}
        </p>
      )}
    </div>
  );
}
