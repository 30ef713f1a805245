import { Clapperboard, Lock } from "lucide-react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { minutesText, type OutlineLesson, type Video } from "#web/features/courses/outline/course-outline.ts";
import { EmbeddedVideo } from "./embedded-video.tsx";
import { FileVideo } from "./file-video.tsx";
import { VideoMessage } from "./video-message.tsx";

type Props = {
  video: Video;
  lesson: OutlineLesson;
  courseId: string;
  /** Asks for the video anew: a link runs out, access may have ended. */
  renew: () => Promise<Video | null>;
};

/** The video of an open lesson. */
export function LessonVideo({ video, lesson, courseId, renew }: Props) {
  if (video.kind === "EMBED") return <EmbeddedVideo video={video} title={lesson.title} />;
  if (video.kind === "FILE")
    return (
      <FileVideo
        url={video.url}
        title={lesson.title}
        renew={renew}
        locked={<VideoLocked courseId={courseId} />}
      />
    );
  return (
    <VideoMessage icon={<Clapperboard aria-hidden="true" />} title="Video coming soon">
      {lesson.duration > 0 ? minutesText(lesson.duration) : "Content in development"}
    </VideoMessage>
  );
}

/** Access ended while the page was open. */
function VideoLocked({ courseId }: { courseId: string }) {
  return (
    <VideoMessage
      icon={<Lock aria-hidden="true" />}
      title="Video Locked"
      action={
        <LinkButton href={`/checkout/${courseId}`} variant="brand">
          Unlock Video
        </LinkButton>
      }
    >
      Purchase access to watch this lesson
    </VideoMessage>
  );
}
