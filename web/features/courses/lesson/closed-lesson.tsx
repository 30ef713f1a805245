import { CalendarClock, Lock } from "lucide-react";
import { longDayText } from "#contract/dates.ts";
import { AlreadyBought } from "#web/features/courses/proof/already-bought.tsx";
import { useCoursePurchase } from "#web/features/courses/proof/use-course-purchase.ts";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { dripText, opensText } from "#web/features/player/lesson-opening.ts";
import { useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Instead of a lesson that was not bought, or not yet proved to be. */
export function LessonLocked() {
  const { checkoutPath } = useCourseVisit();
  const purchase = useCoursePurchase();
  return (
    <div className="flex grow flex-col items-center justify-center">
      <EmptyState
        icon={Lock}
        title="Lesson Locked"
        className="pb-4"
        action={
          <LinkButton href={checkoutPath} variant="brand">
            Purchase Course
          </LinkButton>
        }
      >
        Purchase the course to access this lesson
      </EmptyState>
      <AlreadyBought {...purchase} className="px-6 pb-12" />
    </div>
  );
}

type LessonLaterProps = {
  /** Unknown where how far the buyer has come could not be loaded. */
  opensAt: string | null;
  dripDays: number;
};

/** Instead of a lesson that was bought and opens on a later day. */
export function LessonLater({ opensAt, dripDays }: LessonLaterProps) {
  const zone = useZone();
  const { now } = useCourseVisit();
  return (
    <EmptyState
      icon={CalendarClock}
      title={opensAt ? opensText(opensAt, now) : "Not open yet"}
      className="grow justify-center"
    >
      {opensAt
        ? `This lesson opens on ${longDayText(opensAt, zone)}. There is nothing you need to do until then.`
        : `This lesson opens ${dripText(dripDays)}.`}
    </EmptyState>
  );
}
