import { useId, useRef, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import type { UploadedFile } from "#contract/files/files.ts";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { CaptionsField } from "./captions-field.tsx";
import type { FileUpload } from "./course-uploads.ts";
import { ErrorText } from "./error-text.tsx";
import type { LessonFields, OwnVideo } from "./lesson-fields.ts";
import type { LessonSession, LessonState } from "./lesson-session.ts";
import { readVideo, type VideoFacts } from "#web/layout/read-video.ts";
import { usePoster } from "./use-poster.ts";
import { VideoLook } from "./video-look.tsx";

type Props = {
  productId: string;
  state: LessonState;
  session: LessonSession;
  FileUpload: FileUpload;
  onUploading: (busy: boolean) => void;
};

type Source = "NONE" | "UPLOAD" | "LINK";
const sources = [
  { value: "NONE", label: "No video" },
  { value: "UPLOAD", label: "Upload" },
  { value: "LINK", label: "Link" },
] as const;

/** A lesson's video: an upload with its poster and captions, or a link to one elsewhere. */
export function VideoField({ productId, state, session, FileUpload, onUploading }: Props) {
  const { errors } = state;
  const { video } = state.fields;
  const [chosen, setChosen] = useState<Source>();
  const [deleteTarget, setDeleteTarget] = useState<LessonFields>();
  const source = chosen ?? sourceOf(video);
  const name = useId();
  const poster = usePoster((poster) => {
    session.change({ poster });
    void session.flush();
  });
  // The upload under way began before the next rendering: it finds the newest here.
  const facts = useRef<Promise<VideoFacts>>(undefined);

  function choose(next: Source) {
    // An arrow key is enough to get here: whatever would be lost is asked for first.
    if (next === "NONE" && video) setDeleteTarget(state.fields);
    else setChosen(next);
  }

  function remove() {
    setDeleteTarget(undefined);
    setChosen("NONE");
    session.change({ video: null, duration: 0 });
    void session.flush();
  }

  async function attachUpload(uploaded: UploadedFile | null) {
    if (!uploaded) return;
    const { storagePath, originalName, size } = uploaded;
    session.change({ video: { uploadId: storagePath, fileName: originalName, sizeBytes: size } });
    setChosen(undefined);
    const { durationSeconds, frame } = (await facts.current) ?? {};
    if (durationSeconds !== undefined) session.change({ duration: durationSeconds });
    await session.flush();
    if (frame) poster.send(frame);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Video</legend>
        <div className="flex w-fit max-w-full gap-1 rounded-xl bg-muted p-1">
          {sources.map(({ value, label }) => (
            <label
              key={value}
              className="relative cursor-pointer rounded-lg px-3 py-1.5 text-sm font-medium text-muted-foreground transition-colors has-checked:bg-card has-checked:text-foreground has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:py-2.5"
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={source === value}
                onChange={() => choose(value)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {source === "UPLOAD" && (
        <div role="group" aria-label="Video file" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <FileUpload
            field="video"
            value={uploadedOf(video)}
            onChange={(uploaded) => void attachUpload(uploaded)}
            onBusyChange={onUploading}
            onFile={(file) => (facts.current = readVideo(file))}
          />
          {errors.video && <ErrorText text={errors.video} />}
        </div>
      )}
      {source === "LINK" && (
        <LinkInput
          key={video && "url" in video ? video.url : ""}
          url={video && "url" in video ? video.url : ""}
          error={errors.video}
          onChange={(url) => {
            session.change({ video: url ? { url } : null });
            void session.flush();
          }}
        />
      )}
      {video && source === sourceOf(video) && !errors.video && (
        <VideoLook
          productId={productId}
          state={state}
          session={session}
          poster={poster}
          error={errors.poster}
        />
      )}
      {video && source === sourceOf(video) && (
        <CaptionsField
          session={session}
          captions={state.fields.captions}
          isOwnVideo={"uploadId" in video}
          error={errors.captions}
        />
      )}
      <DeleteDialog
        deleteTarget={deleteTarget}
        words={(fields) => ({
          title: "Remove the video?",
          description: lossText(fields),
          confirmLabel: "Remove video",
        })}
        pending={false}
        onDelete={remove}
        onClose={() => setDeleteTarget(undefined)}
      />
    </div>
  );
}

/** An address is taken when it is whole: not while it is typed. */
function LinkInput({
  url,
  error,
  onChange,
}: {
  url: string;
  error: string | undefined;
  onChange: (url: string) => void;
}) {
  const [typed, setTyped] = useState(url);
  const take = () => typed.trim() !== url && onChange(typed.trim());
  return (
    <Field
      label="Video link"
      hint="YouTube, Vimeo, or an MP4 or HLS (.m3u8) file that everybody can open."
      error={error}
    >
      <div className="flex gap-2">
        <Input
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={take}
          onKeyDown={(event) => event.key === "Enter" && take()}
        />
        {typed.trim() !== url && (
          <Button variant="outline" onClick={take}>
            Use link
          </Button>
        )}
      </div>
    </Field>
  );
}

const sourceOf = (video: LessonFields["video"]): Source =>
  !video ? "NONE" : "uploadId" in video ? "UPLOAD" : "LINK";

/** What goes with a lesson's video. */
function lossText({ video, poster, captions }: LessonFields): string {
  const isLink = !video || "url" in video;
  const lost = [
    isLink ? "The link" : `“${isolated(video.fileName)}”`,
    ...(poster ? ["its poster"] : []),
    ...(captions.length > 0 ? ["its captions"] : []),
  ];
  const removed = `${new Intl.ListFormat("en").format(lost)} ${lost.length === 1 ? "is" : "are"} removed from this lesson, for your buyers too.`;
  return isLink && lost.length === 1 ? removed : `${removed} This cannot be undone.`;
}

function uploadedOf(video: LessonFields["video"]): UploadedFile | null {
  if (!video || "url" in video) return null;
  const { uploadId, fileName, sizeBytes }: OwnVideo = video;
  return {
    success: true,
    storagePath: uploadId,
    fileName,
    originalName: fileName,
    size: sizeBytes,
    mimeType: "video/mp4",
  };
}
