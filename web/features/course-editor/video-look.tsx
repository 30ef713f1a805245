import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { acceptedImages } from "#contract/files/accepted-images.ts";
import type { Video } from "#web/features/player/course-outline.ts";
import { languageName } from "#contract/language-name.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { lessonPreviewQuery } from "./course-draft.ts";
import { ErrorText } from "./error-text.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import type { LessonSession, LessonState } from "./lesson-session.ts";
import { frameOf, secondsOf } from "#web/layout/read-video.ts";
import type { usePoster } from "./use-poster.ts";

type Props = {
  productId: string;
  state: LessonState;
  session: LessonSession;
  poster: ReturnType<typeof usePoster>;
  error: string | undefined;
};

/** The saved video as it plays, and the picture that stands before it does. */
export function VideoLook({ productId, state, session, poster, error }: Props) {
  const { item: lesson, fields } = state;
  const player = useRef<HTMLVideoElement>(null);
  const version = [
    lesson.video?.uploadId,
    lesson.videoUrl,
    lesson.poster?.imageId,
    ...lesson.captions.map(({ id, language }) => `${id} ${language}`),
  ];
  const isSaved = lesson.video !== null || lesson.videoUrl !== null;
  const { data, isError, refetch } = useQuery({
    ...lessonPreviewQuery(productId, lesson.id, version.join(" ")),
    enabled: isSaved,
  });
  const video = data?.video;

  async function captureFrame() {
    const frame = player.current && (await frameOf(player.current));
    if (frame) return poster.send(frame);
    toast({
      title: "This moment cannot be used",
      description: "Play the video a little, and try again.",
      variant: "destructive",
    });
  }

  const [failedUrl, setFailedUrl] = useState<string>();

  if (!isSaved) return null;
  if (isError)
    return (
      <p className="text-sm text-muted-foreground">
        The video could not be shown.{" "}
        <Button variant="ghost" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!video) return <Skeleton className="aspect-video w-full max-w-xl" />;
  const outside = lesson.video ? undefined : outsideText(video);
  return (
    <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-3">
      {outside && <p className="text-sm text-muted-foreground">{outside}</p>}
      {!outside && video.kind === "FILE" && (
        <>
          {/* It has captions where the creator gave some. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video
            ref={player}
            key={video.url}
            src={video.url}
            controls
            playsInline
            preload="metadata"
            aria-label={`Video of ${fields.title}`}
            {...(video.poster && { poster: video.poster.src })}
            onError={() => setFailedUrl(video.url)}
            onLoadedMetadata={({ currentTarget }) => {
              const seconds = secondsOf(currentTarget);
              if (fields.duration === 0 && seconds !== undefined) session.change({ duration: seconds });
            }}
            className="aspect-video w-full rounded-xl bg-black"
          >
            {video.captions.map(({ language, url }, index) => (
              <track
                key={language}
                kind="captions"
                src={url}
                srcLang={language}
                label={languageName(language)}
                default={index === 0}
              />
            ))}
          </video>
          {failedUrl === video.url && <ErrorText text="This browser could not play the video." />}
        </>
      )}
      {video.kind !== "PENDING" && (
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-2">
            {/* Other sites keep their frames to themselves. */}
            {lesson.video && (
              <Button
                variant="outline"
                size="sm"
                loading={poster.sending !== undefined}
                onClick={() => void captureFrame()}
              >
                Use this frame
              </Button>
            )}
            <FileButton label="Choose a poster" accept={acceptedImages} onFile={poster.send} />
            {fields.poster && (
              <Button
                variant="ghost"
                size="sm"
                onClick={() => {
                  session.change({ poster: null });
                  void session.flush();
                }}
              >
                Remove poster
              </Button>
            )}
          </div>
          <p className="text-sm text-muted-foreground tabular-nums">
            {poster.sending ?? "The poster is the picture that buyers see before the video plays."}
          </p>
          {error && <ErrorText text={error} />}
        </div>
      )}
    </div>
  );
}

const isStream = (url: string) => URL.parse(url)?.pathname.toLowerCase().endsWith(".m3u8") ?? false;

/** What the creator reads of a video that is elsewhere, unless it plays here. */
function outsideText(video: Video): string | undefined {
  if (video.kind === "EMBED")
    return `Plays from ${video.provider === "youtube" ? "YouTube" : "Vimeo"}, inside the lesson. Please write its length below: buyers who play nine tenths of it have completed the lesson.`;
  if (video.kind === "PENDING")
    return "This address is no video that can be played. Buyers see “Video coming soon” until it is.";
  return isStream(video.url)
    ? "An HLS stream. “Preview as a buyer” plays it. Please write its length below."
    : undefined;
}
