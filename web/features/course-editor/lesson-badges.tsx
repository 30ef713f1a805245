import { Badge } from "#web/ui/badge.tsx";
import { clockText } from "#web/features/player/clock-text.ts";
import type { EditedLesson } from "./lesson-fields.ts";

/** What a lesson is, in a line: "Video · 4:12", free, opens later. */
export function LessonBadges({ lesson }: { lesson: EditedLesson }) {
  const { duration, freePreview, dripDays } = lesson;
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-xs text-muted-foreground">
        {kindText(lesson)}
        {duration > 0 && ` · ${clockText(duration)}`}
      </span>
      {freePreview && <Badge tone="success">Free</Badge>}
      {dripDays > 0 && <Badge tone="info">Day {dripDays}</Badge>}
    </span>
  );
}

function kindText({ video, videoUrl, content }: EditedLesson) {
  const hasText = content.trim() !== "";
  if (video || videoUrl) return hasText ? "Video and text" : "Video";
  return hasText ? "Text" : "Empty";
}
