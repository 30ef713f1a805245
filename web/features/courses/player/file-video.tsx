import { VideoOff } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { ApiError } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import type { Video } from "#web/features/courses/outline/course-outline.ts";
import { FirstFrame } from "./first-frame.tsx";
import { PlayOverlay } from "./play-overlay.tsx";
import { VideoMessage } from "./video-message.tsx";

type Props = { url: string; title: string; renew: () => Promise<Video | null>; locked: ReactNode };

const loadPlayer = () => import("./lesson-player.tsx");
const LessonPlayer = lazy(async () => ({ default: (await loadPlayer()).LessonPlayer }));

/** Renewing again this soon would be renewing for ever. */
const renewAfterMs = 30_000;

/** A video file. The player's code loads when it is about to play. */
export function FileVideo({ url, title, renew, locked }: Props) {
  const [state, setState] = useState<"waiting" | "playing" | "locked" | "failed">("waiting");
  const renewedAt = useRef(0);

  /** A link runs out after 12 hours, and a refund ends it: only a new one can tell. */
  async function recover() {
    if (Date.now() - renewedAt.current < renewAfterMs) return setState("failed");
    renewedAt.current = Date.now();
    try {
      const video = await renew();
      if (video?.kind !== "FILE" || video.url === url) setState("failed");
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
  const picture = <FirstFrame url={url} />;
  if (state === "waiting") {
    return (
      <PlayOverlay
        label={`Play ${title}`}
        onPlay={() => setState("playing")}
        onIntent={() => void loadPlayer()}
      >
        {picture}
      </PlayOverlay>
    );
  }
  return (
    <Suspense
      fallback={
        <PlayOverlay label={`Play ${title}`} loading>
          {picture}
        </PlayOverlay>
      }
    >
      <LessonPlayer url={url} title={title} onError={() => void recover()} />
    </Suspense>
  );
}
