import { Suspense, useEffect, useState } from "react";
import type { Playhead } from "./playhead.ts";
import { usePosterInLanguage } from "./caption-language.ts";
import { useCourseVisit } from "./course-visit.ts";
import { clockText } from "./clock-text.ts";
import type { OutlineLesson } from "./course-outline.ts";
import { classNames } from "#web/ui/class-names.ts";
import { loadable } from "#web/ui/loadable.tsx";
import type { FramedVideo } from "./embedded-messages.ts";
import { PlayOverlay } from "./play-overlay.tsx";
import { Poster } from "./poster.tsx";
import { resumeSeconds } from "./video-time.ts";

type Props = { video: FramedVideo; lesson: OutlineLesson; playhead: Playhead };

const hosts = { youtube: "YouTube", vimeo: "Vimeo" };

/** The sites whose player the viewer of this page has asked for; only ever added to in the browser. */
const asked = new Set<FramedVideo["provider"]>();

const EmbeddedPlayer = loadable(async () => (await import("./embedded-player.tsx")).EmbeddedPlayer);

/**
 * A video of another site. Nothing of that site loads before its viewer asks for it: of two lessons that follow each other
 * the second begins by itself only if they asked for that site before. Our own part of the player loads then, too.
 */
export function EmbeddedVideo({ video, lesson, playhead }: Props) {
  const { learning, takePlayAtOnce } = useCourseVisit();
  const [isAsked, setAsked] = useState(() => takePlayAtOnce(lesson.id) && asked.has(video.provider));
  function ask() {
    asked.add(video.provider);
    setAsked(true);
  }
  useEffect(() => (isAsked ? undefined : playhead.steerBy(ask)));
  const poster = usePosterInLanguage(video.poster, video.captions);
  const host = hosts[video.provider];
  const resumed = resumeSeconds(learning.of(lesson.id)?.positionSeconds ?? 0, lesson.duration);
  const resume = resumed > 0 && `resume at ${clockText(resumed)}`;
  const label = `Play ${lesson.title} from ${host}`;
  const overlay = (
    <PlayOverlay
      label={resume ? `${label}, ${resume}` : label}
      loading={isAsked}
      onPlay={ask}
      onIntent={EmbeddedPlayer.preload}
    >
      {poster && <Poster poster={poster} />}
      {/* On a phone there is room for two small lines below the button. */}
      <p
        className={classNames(
          "absolute inset-x-0 bottom-0 p-2 text-center text-xs sm:p-4 sm:text-sm",
          // Over a picture of whatever colour.
          poster ? "bg-black/75 text-white" : "text-white/75",
        )}
      >
        {resume && (
          <span className="inline-block font-medium text-white first-letter:uppercase sm:block">
            {resume}.
          </span>
        )}{" "}
        This video plays from {host}, which then learns that you watch it.
      </p>
    </PlayOverlay>
  );
  // Where it goes on must be known before it begins.
  const isKnown = learning.isSettled && (learning.isReady || learning.isFailed);
  if (!isAsked || !isKnown) return overlay;
  return (
    <Suspense fallback={overlay}>
      <EmbeddedPlayer video={video} lesson={lesson} playhead={playhead} />
    </Suspense>
  );
}
