import { VideoOff } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api.ts";
import { usePosterInLanguage } from "./caption-language.ts";
import { useCourseVisit } from "./course-visit.ts";
import { clockText } from "./clock-text.ts";
import type { OutlineLesson, Video } from "./course-outline.ts";
import { Button } from "#web/ui/button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { frameVideo } from "./frame-video.ts";
import type { Playhead } from "./playhead.ts";
import { Poster } from "./poster.tsx";
import { PlayOverlay } from "./play-overlay.tsx";
import { VideoMessage } from "./video-message.tsx";
import { resumeSeconds } from "./video-time.ts";

type Props = {
  video: Extract<Video, { kind: "FILE" }>;
  lesson: OutlineLesson;
  playhead: Playhead;
  renew: () => Promise<Video | null>;
  locked: ReactNode;
};

const LessonPlayer = loadable(async () => (await import("./lesson-player.tsx")).LessonPlayer);

/** Renewing again this soon would be renewing for ever. */
const renewAfterMs = 30_000;

/** A video file. The player's code loads when it is about to play. */
export function FileVideo({ video, lesson, playhead, renew, locked }: Props) {
  const { learning, takePlayAtOnce } = useCourseVisit();
  const [state, setState] = useState<"waiting" | "playing" | "locked" | "failed">(() =>
    takePlayAtOnce(lesson.id) ? "playing" : "waiting",
  );
  const renewedAt = useRef(0);
  const isWaiting = state === "waiting";
  useEffect(
    () => (isWaiting ? playhead.steerBy(() => setState("playing")) : undefined),
    [isWaiting, playhead],
  );

  /** A link runs out after 12 hours, and a refund ends it: only a new one can tell. */
  async function recover() {
    if (Date.now() - renewedAt.current < renewAfterMs) return setState("failed");
    renewedAt.current = Date.now();
    try {
      const renewed = await renew();
      if (renewed?.kind !== "FILE" || renewed.url === video.url) setState("failed");
    } catch (error) {
      setState(error instanceof ApiError && error.status === 403 ? "locked" : "failed");
    }
  }

  if (state === "locked") return locked;
  if (state === "failed") {
    return (
      <VideoMessage
        icon={<VideoOff aria-hidden="true" />}
        title="This video could not be played"
        action={
          <Button variant="secondary" onClick={() => setState("playing")}>
            Try Again
          </Button>
        }
      >
        Please check your connection.
      </VideoMessage>
    );
  }
  const picture = <FirstFrame video={video} />;
  // Where it goes on must be known before it begins.
  const isKnown = learning.isSettled && (learning.isReady || learning.isFailed);
  if (isWaiting || !isKnown) {
    const resumed = resumeSeconds(learning.of(lesson.id)?.positionSeconds ?? 0, lesson.duration);
    return (
      <PlayOverlay
        label={resumed > 0 ? `Play ${lesson.title}, resume at ${clockText(resumed)}` : `Play ${lesson.title}`}
        {...(resumed > 0 && { note: `Resume at ${clockText(resumed)}` })}
        loading={state === "playing"}
        onPlay={() => setState("playing")}
        onIntent={LessonPlayer.preload}
      >
        {picture}
      </PlayOverlay>
    );
  }
  return (
    <Suspense
      fallback={
        <PlayOverlay label={`Play ${lesson.title}`} loading>
          {picture}
        </PlayOverlay>
      }
    >
      <LessonPlayer video={video} lesson={lesson} playhead={playhead} onError={() => void recover()} />
    </Suspense>
  );
}

/** What stands still before a video plays: its poster, else its first frame. */
function FirstFrame({ video: { url, ...video } }: Pick<Props, "video">) {
  const poster = usePosterInLanguage(video.poster, video.captions);
  if (poster)
    return <Poster poster={poster} ref={(image) => frameVideo(image, poster.width, poster.height)} />;
  // A playlist has no frame of its own, and may be another site's: it loads when its viewer asks for it.
  if (/\.m3u8(\?|#|$)/i.test(url)) return null;
  return <IdleFrame url={url} />;
}

/** It loads when the page has nothing better to do. */
function IdleFrame({ url }: { url: string }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Safari knows no idle callbacks.
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(() => setIdle(true), 300);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 3_000 });
    return () => cancelIdleCallback(handle);
  }, []);
  if (!idle) return null;
  return (
    <video
      // Without a time some browsers show no picture before the video plays.
      src={`${url}#t=0.1`}
      preload="metadata"
      muted
      playsInline
      onLoadedMetadata={({ currentTarget }) =>
        frameVideo(currentTarget, currentTarget.videoWidth, currentTarget.videoHeight)
      }
      aria-hidden="true"
      tabIndex={-1}
      className="size-full object-contain"
    />
  );
}
