import { useState } from "react";
import { PlayOverlay } from "./play-overlay.tsx";
import type { Video } from "#web/features/courses/outline/course-outline.ts";

const hosts = { youtube: "YouTube", vimeo: "Vimeo" };

/** A video of another site. Nothing of that site loads before its viewer asks for it. */
export function EmbeddedVideo({ video, title }: { video: Extract<Video, { kind: "EMBED" }>; title: string }) {
  const [started, setStarted] = useState(false);
  const host = hosts[video.provider];
  if (!started) {
    return (
      <PlayOverlay label={`Play ${title} from ${host}`} onPlay={() => setStarted(true)}>
        <p className="absolute inset-x-0 bottom-0 p-4 text-center text-sm text-white/75">
          This video plays from {host}, which then learns that you watch it.
        </p>
      </PlayOverlay>
    );
  }
  return (
    <iframe
      src={video.url}
      title={title}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      // Both players refuse pages that do not say where they are.
      referrerPolicy="strict-origin-when-cross-origin"
      // It is of another origin: keeping that origin gives it nothing of ours.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      className="lesson-video border-0"
    />
  );
}
