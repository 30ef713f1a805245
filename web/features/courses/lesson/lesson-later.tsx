import { CalendarClock } from "lucide-react";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { dripText, opensText } from "#web/features/player/lesson-opening.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

type Props = {
  /** Unknown where how far the buyer has come could not be loaded. */
  opensAt: string | null;
  dripDays: number;
};

/** Instead of a lesson that was bought and opens on a later day. */
export function LessonLater({ opensAt, dripDays }: Props) {
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
