import { Clapperboard, Lock } from "lucide-react";
import { useCourseVisit } from "./course-visit.ts";
import { minutesText, type OutlineLesson, type Video } from "./course-outline.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { EmbeddedVideo } from "./embedded-video.tsx";
import { FileVideo } from "./file-video.tsx";
import { VideoMessage } from "./video-message.tsx";

type Props = {
  video: Video;
  lesson: OutlineLesson;
  /** Asks for the video anew: a link runs out, access may have ended. */
  renew: () => Promise<Video | null>;
};

/** The video of an open lesson. */
export function LessonVideo({ video, lesson, renew }: Props) {
  if (video.kind === "EMBED") return <EmbeddedVideo video={video} lesson={lesson} />;
  if (video.kind === "FILE")
    return <FileVideo video={video} lesson={lesson} renew={renew} locked={<VideoLocked />} />;
  return (
    <VideoMessage icon={<Clapperboard aria-hidden="true" />} title="Video coming soon">
      {lesson.duration > 0 ? minutesText(lesson.duration) : "Content in development"}
    </VideoMessage>
  );
}

/** Access ended while the page was open. */
function VideoLocked() {
  const { course } = useCourseVisit();
  return (
    <VideoMessage
      icon={<Lock aria-hidden="true" />}
      title="Video Locked"
      action={
        <LinkButton href={`/checkout/${course.id}`} variant="brand">
          Unlock Video
        </LinkButton>
      }
    >
      Purchase access to watch this lesson
    </VideoMessage>
  );
}
