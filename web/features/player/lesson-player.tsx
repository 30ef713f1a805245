import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { languageName } from "#contract/language-name.ts";
import { useCaptionsInLanguage } from "./caption-language.ts";
import { Captions } from "./captions.tsx";
import { frameVideo } from "./frame-video.ts";
import { lessonPanelId } from "./focus-lesson.ts";
import type { OutlineLesson, Video } from "./course-outline.ts";
import type { Playhead } from "./playhead.ts";
import { usePlayerKeys } from "./player-keys.ts";
import { TappedJump, useTappedJump } from "./tapped-jump.tsx";
import { PlayerControls } from "./player-controls.tsx";
import "./player-elements.ts";
import { PlayerSettingsPanel } from "./player-settings-panel.tsx";
import { usePlayerSettings } from "./player-settings.ts";
import { UpNext } from "./up-next.tsx";
import { useVideoSource } from "./use-video-source.ts";
import { useFocusOnStart } from "./use-focus-on-start.ts";
import { usePlayed } from "./use-played.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { resumeSeconds } from "./video-time.ts";
import { clockText } from "./clock-text.ts";

type Props = {
  video: Extract<Video, { kind: "FILE" }>;
  lesson: OutlineLesson;
  playhead: Playhead;
  onError: () => void;
};
type VideoEvent = SyntheticEvent<HTMLVideoElement>;

/** Plays a video file at once, with its controls. When its link is replaced by a new one it goes on where it was. */
export function LessonPlayer({ video: { url, poster, captions }, lesson, playhead, onError }: Props) {
  const player = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const shown = useCaptionsInLanguage(captions);
  const { settings, change } = usePlayerSettings(video, shown?.language);
  const played = usePlayed(lesson);
  const { openNext, next, openPrevious } = useNeighbours(lesson);
  const [panel, setPanel] = useState<"closed" | "settings" | "keys">("closed");
  const [hasEnded, setEnded] = useState(false);
  const [resumedAt, setResumedAt] = useState(0);
  // Unknown until the video stands where it is to begin: it may run a little before that.
  const position = useRef<number>(undefined);
  const onKeyDown = usePlayerKeys(video, settings.keys, {
    openNext,
    openPrevious,
    showKeys: () => setPanel("keys"),
    togglePictureInPicture: () => void togglePictureInPicture(video.current),
  });
  const { jumped, onPointerUp } = useTappedJump(video);
  useVideoSource(video, url, onError);
  useFocusOnStart(player);
  useEffect(
    () =>
      playhead.steerBy((seconds) => {
        // Before its length is known it has nowhere to go: then it begins there.
        if (!video.current?.readyState) return;
        playhead.takeWanted();
        video.current.currentTime = seconds;
        void video.current.play();
      }),
    [playhead],
  );

  function resume({ currentTarget }: VideoEvent) {
    const { duration, videoWidth, videoHeight } = currentTarget;
    frameVideo(currentTarget, videoWidth, videoHeight);
    const isFirst = position.current === undefined;
    const start =
      position.current ??
      playhead.takeWanted() ??
      resumeSeconds(played.startSeconds, duration || lesson.duration);
    if (start > 0) currentTarget.currentTime = start;
    position.current = start;
    if (isFirst) setResumedAt(start);
  }

  function advance({ currentTarget }: VideoEvent) {
    if (position.current === undefined || currentTarget.seeking) return;
    position.current = currentTarget.currentTime;
    playhead.move(currentTarget.currentTime);
    played.advance(currentTarget);
  }

  function closePanel() {
    setPanel("closed");
    player.current?.querySelector<HTMLElement>("[data-settings-button]")?.focus();
  }

  return (
    <media-controller
      ref={player}
      // This player goes with its lesson: what is around it stays in full screen for the next one.
      fullscreenElement={document.getElementById(lessonPanelId)}
      class="lesson-video"
      aria-label={lesson.title}
      hotkeys="nop noshift+/"
      // A custom element takes any value for true.
      {...(!settings.keys && { nohotkeys: "" })}
      onKeyDown={onKeyDown}
      onPointerUp={onPointerUp}
    >
      {/* A lesson's captions are its creator's to give. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        slot="media"
        poster={(shown?.poster ?? poster)?.src}
        autoPlay
        playsInline
        preload="metadata"
        aria-label={lesson.title}
        className="size-full object-contain"
        onLoadedMetadata={resume}
        onPlaying={advance}
        onTimeUpdate={(event) => {
          const { currentTarget } = event;
          advance(event);
          if (resumedAt > 0 && Math.abs(currentTarget.currentTime - resumedAt) > 10) setResumedAt(0);
        }}
        onPlay={() => setEnded(false)}
        onSeeking={() => {
          setEnded(false);
          played.seek();
        }}
        onSeeked={({ currentTarget }) => {
          playhead.move(currentTarget.currentTime);
          played.save(currentTarget);
        }}
        onPause={({ currentTarget }) => played.save(currentTarget)}
        onEnded={({ currentTarget }) => {
          played.save(currentTarget, { ended: true });
          setEnded(true);
        }}
      >
        {shown && (
          <track
            key={shown.language}
            kind="captions"
            src={shown.url}
            srcLang={shown.language}
            label={languageName(shown.language, false)}
          />
        )}
      </video>
      <media-loading-indicator slot="centered-chrome" noautohide />
      <media-play-button slot="centered-chrome" notooltip hidden={hasEnded && next !== undefined} />
      {resumedAt > 0 && (
        <Resumed
          seconds={resumedAt}
          onStartOver={() => {
            if (video.current) video.current.currentTime = 0;
            setResumedAt(0);
            player.current?.focus();
          }}
        />
      )}
      {hasEnded && next && <UpNext next={next} counts={settings.autoNext} onPlay={openNext} />}
      {panel !== "closed" && (
        <PlayerSettingsPanel
          settings={settings}
          onChange={change}
          captions={captions}
          hasNext={next !== undefined}
          showsKeys={panel === "keys"}
          onPictureInPicture={() => void togglePictureInPicture(video.current)}
          onClose={closePanel}
        />
      )}
      <TappedJump seconds={jumped} />
      <Captions video={video} settings={settings} language={shown?.language} />
      <PlayerControls
        hasCaptions={captions.length > 0}
        isPanelOpen={panel !== "closed"}
        onSettings={() => setPanel(panel === "closed" ? "settings" : "closed")}
      />
    </media-controller>
  );
}

type ResumedProps = { seconds: number; onStartOver: () => void };

/** That the video did not begin at its beginning, and the way back there. */
function Resumed({ seconds, onStartOver }: ResumedProps) {
  return (
    <div slot="dialog" className="player-resumed">
      <span role="status">Resumed at {clockText(Math.floor(seconds))}</span>
      <button type="button" className="player-button" onClick={onStartOver}>
        Start over
      </button>
    </div>
  );
}

/** Takes a video out of the page and back, where the browser can and the video has a picture by now. */
async function togglePictureInPicture(video: HTMLVideoElement | null): Promise<void> {
  if (!video || !document.pictureInPictureEnabled || video.readyState === 0) return;
  if (document.pictureInPictureElement) await document.exitPictureInPicture();
  else await video.requestPictureInPicture();
}
