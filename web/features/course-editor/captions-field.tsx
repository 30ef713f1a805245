import { Captions as CaptionsIcon } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { formatFileSize } from "#contract/file-size.ts";
import { ErrorText } from "./error-text.tsx";
import { FileButton } from "./file-button.tsx";
import type { LessonFields } from "./lesson-fields.ts";
import type { LessonSession } from "./lesson-session.ts";

type Props = {
  session: LessonSession;
  captions: LessonFields["captions"];
  /** A player of another site may have captions of its own, of which nothing is known here. */
  isOwnVideo: boolean;
  error: string | undefined;
};

const largestBytes = 2_000_000;

/** Captions of a video, and its transcript, as a WebVTT or SubRip file. What is wrong with one, the server says by its line. */
export function CaptionsField({ session, captions, isOwnVideo, error }: Props) {
  // Several lessons are open at once, all but one of them hidden.
  const id = useId();
  const [problem, setProblem] = useState<string>();

  async function take(file: File) {
    const isTooLarge = file.size > largestBytes;
    setProblem(isTooLarge ? "Use a captions file of at most 2 MB" : undefined);
    if (isTooLarge) return;
    session.change({ captions: { text: await file.text() } });
    void session.flush();
  }
  function remove() {
    setProblem(undefined);
    session.change({ captions: null });
    void session.flush();
  }

  const refused = problem ?? error;
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <p id={id} className="text-sm font-medium">
        Captions
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {captions && (
          <span className="mr-1 flex items-center gap-2 text-sm">
            <CaptionsIcon aria-hidden="true" className="size-4 text-muted-foreground" />
            {"text" in captions ? "Captions file" : `WebVTT, ${formatFileSize(captions.sizeBytes)}`}
          </span>
        )}
        <FileButton
          label={captions ? "Replace captions" : "Choose a captions file"}
          accept=".vtt,.srt,text/vtt"
          onFile={(file) => void take(file)}
        />
        {captions && (
          <Button variant="ghost" size="sm" onClick={remove}>
            Remove captions
          </Button>
        )}
      </div>
      {isOwnVideo && !captions && (
        <p className="text-sm font-medium text-warning-soft-foreground">
          This video has no captions: whoever cannot hear it, or watches without sound, misses what is said.
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        A WebVTT (.vtt) or SubRip (.srt) file. Buyers read and search it as the transcript, too.
      </p>
      {refused && <ErrorText text={refused} />}
    </div>
  );
}
