import { type SyntheticEvent, useRef } from "react";
import "./player-elements.ts";

type Props = { url: string; title: string; onError: () => void };

/** Plays a video file at once, with its controls. When `url` is replaced by a new link it goes on where it was. */
export function LessonPlayer({ url, title, onError }: Props) {
  const position = useRef(0);

  function resume({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
    if (position.current > 0) video.currentTime = position.current;
  }

  return (
    <media-controller class="lesson-video" aria-label={title}>
      {/* Captions come with the creator's own files; there are none to offer yet. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        slot="media"
        src={url}
        autoPlay
        playsInline
        preload="metadata"
        aria-label={title}
        className="size-full object-contain"
        onLoadedMetadata={resume}
        onTimeUpdate={({ currentTarget }) => (position.current = currentTarget.currentTime)}
        onError={onError}
      />
      <media-loading-indicator slot="centered-chrome" noautohide />
      <media-play-button slot="centered-chrome" notooltip />
      <media-control-bar>
        <media-play-button notooltip />
        <media-time-range />
        <media-time-display notoggle showduration role="group" />
        <media-mute-button />
        <media-playback-rate-button rates="0.75 1 1.25 1.5 2" />
        <media-pip-button />
        <media-fullscreen-button />
      </media-control-bar>
    </media-controller>
  );
}
