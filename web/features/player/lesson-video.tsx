import { Suspense, useState } from "react";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { LanguageCaptions } from "./course-outline.ts";
import type { Playhead } from "./playhead.ts";
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
  playhead: Playhead;
  /** Asks for the video anew: a link runs out, access may have ended. */
  renew: () => Promise<Video | null>;
};

/** The video of an open lesson. */
export function LessonVideo({ video, lesson, playhead, renew }: Props) {
  if (video.kind !== "PENDING")
    return (
      <>
        {video.kind === "EMBED" ? (
          <EmbeddedVideo video={video} lesson={lesson} playhead={playhead} />
        ) : (
          <FileVideo
            video={video}
            lesson={lesson}
            playhead={playhead}
            renew={renew}
            locked={<VideoLocked />}
          />
        )}
        {video.captions.length > 0 && <TranscriptPart captions={video.captions} playhead={playhead} />}
      </>
    );
  return (
    <VideoMessage icon={<Clapperboard aria-hidden="true" />} title="Video coming soon">
      {lesson.duration > 0 ? minutesText(lesson.duration) : "Content in development"}
    </VideoMessage>
  );
}

const Transcript = loadable(async () => (await import("./transcript.tsx")).Transcript);

/** Loads once its reader opens it. */
function TranscriptPart(props: { captions: readonly LanguageCaptions[]; playhead: Playhead }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="lesson-part border-b border-border px-5 sm:px-8"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Transcript</summary>
      {isOpen && (
        <div className="pb-5">
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <Transcript {...props} />
          </Suspense>
        </div>
      )}
    </details>
  );
}

/** Access ended while the page was open. */
function VideoLocked() {
  const { checkoutPath } = useCourseVisit();
  return (
    <VideoMessage
      icon={<Lock aria-hidden="true" />}
      title="Video Locked"
      action={
        <LinkButton href={checkoutPath} variant="brand">
          Unlock Video
        </LinkButton>
      }
    >
      Purchase access to watch this lesson
    </VideoMessage>
  );
}
