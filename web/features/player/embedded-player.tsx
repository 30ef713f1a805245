import { useState } from "react";
import type { OutlineLesson } from "./course-outline.ts";
import { EmbeddedFrame } from "./embedded-frame.tsx";
import type { FramedVideo, PlayerEvent } from "./embedded-messages.ts";
import type { Playhead } from "./playhead.ts";
import { trackEmbeddedVideo } from "./track-embedded-video.ts";
import { readPlayerSettings } from "./player-settings.ts";
import { UpNext } from "./up-next.tsx";
import { useNeighbours } from "./use-neighbours.ts";
import { usePlayed } from "./use-played.ts";
import { resumeSeconds } from "./video-time.ts";

type Props = { video: FramedVideo; lesson: OutlineLesson; playhead: Playhead };

/**
 * Plays a video of another site at once, from where its viewer left it, and notes what is played as for a file. It is
 * complete from nine tenths of the length that the lesson's creator wrote; where they wrote none, only Mark Complete counts.
 */
export function EmbeddedPlayer({ video, lesson, playhead }: Props) {
  const played = usePlayed(lesson);
  const { next, openNext } = useNeighbours(lesson);
  const [startSeconds, setStartSeconds] = useState(
    () => playhead.takeWanted() ?? resumeSeconds(played.startSeconds, lesson.duration),
  );
  const [isOver, setOver] = useState(false);
  const [handleEvent] = useState(() => {
    const track = trackEmbeddedVideo(played, () => setOver(true));
    return (event: PlayerEvent) => {
      if (event.seconds !== undefined) playhead.move(event.seconds);
      track(event);
    };
  });

  function playAgain() {
    setStartSeconds(0);
    setOver(false);
  }

  if (isOver && next) {
    // In the place of the frame: nothing may stand over YouTube's player, and one in full screen would hide it.
    return (
      <div className="lesson-video relative">
        <UpNext next={next} counts={readPlayerSettings().autoNext} onPlay={openNext} />
        <div className="absolute inset-x-0 bottom-2 flex justify-center">
          <button type="button" className="player-button text-white" onClick={playAgain}>
            Play Again
          </button>
        </div>
      </div>
    );
  }
  return (
    <EmbeddedFrame
      key={video.url}
      video={video}
      title={lesson.title}
      startSeconds={startSeconds}
      playhead={playhead}
      onPlayerEvent={handleEvent}
    />
  );
}
