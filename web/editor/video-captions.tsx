import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Captions as CaptionsIcon } from "lucide-react";
import { useId, useRef, useState } from "react";
import { captionsTooLarge, largestCaptions, mostCaptionLanguages } from "#contract/files/caption-limits.ts";
import { formatFileSize } from "#contract/file-size.ts";
import { listVideoCaptions, saveVideoCaptions } from "#contract/files/text-media.ts";
import { languageName } from "#contract/language-name.ts";
import { ApiError, apiQuery, callApi, errorMessage } from "#web/api.ts";
import { acceptedCaptions, likelyLanguage } from "#web/layout/caption-languages.ts";
import { LanguageSelect } from "#web/layout/language-select.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/**
 * The captions of an uploaded video, a file for each language. They are the video's, so they are saved at once, whatever
 * becomes of the text.
 */
export function VideoCaptions({ uploadId }: { uploadId: string }) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();
  const query = apiQuery(listVideoCaptions, { params: { uploadId } });
  const { data: captions, isError, refetch } = useQuery(query);
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState("");
  const present = captions?.map(({ language }) => language) ?? [];
  const next = chosen === undefined || present.includes(chosen) ? likelyLanguage(present) : chosen;

  async function save(language: string, text: string | null) {
    setProblem(undefined);
    setSaid("");
    try {
      const saved = await callApi(saveVideoCaptions, {
        params: { uploadId },
        body: { language, captions: text },
      });
      queryClient.setQueryData(query.queryKey, saved);
      setSaid(`Captions in ${languageName(language)} ${text === null ? "removed" : "saved"}`);
      // The button that was pressed may be gone.
      if (text === null) group.current?.focus();
    } catch (error) {
      setProblem(
        (error instanceof ApiError ? error.body.fields?.["captions"] : undefined) ??
          errorMessage(error, "The captions could not be saved"),
      );
    }
  }
  const take = async (file: File, language: string) =>
    file.size > largestCaptions ? setProblem(captionsTooLarge) : save(language, await file.text());

  if (!captions)
    return isError ? (
      <Button size="sm" variant="outline" className="w-fit" onClick={() => void refetch()}>
        The captions could not be loaded. Try again
      </Button>
    ) : (
      <Skeleton className="h-16 w-full" />
    );
  return (
    <div
      ref={group}
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
      className="grid gap-2 rounded-lg p-1 outline-none"
    >
      <p id={id} className="text-sm font-medium">
        Captions
      </p>
      {captions.length > 0 && (
        <ul className="grid gap-1">
          {captions.map(({ language, sizeBytes }) => {
            const name = languageName(language);
            return (
              <li key={language} className="flex flex-wrap items-center gap-2 text-sm">
                <CaptionsIcon aria-hidden="true" className="size-4 text-muted-foreground" />
                <span className="grow">
                  <bdi>{name}</bdi> <span className="text-muted-foreground">{formatFileSize(sizeBytes)}</span>
                </span>
                <FileButton
                  label={`Replace ${name}`}
                  accept={acceptedCaptions}
                  onFile={(file) => void take(file, language)}
                />
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove captions in ${name}`}
                  onClick={() => void save(language, null)}
                >
                  Remove
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {captions.length < mostCaptionLanguages && (
        <div className="flex flex-wrap items-center gap-2">
          <LanguageSelect
            label="Language of the captions to add"
            value={next}
            taken={present}
            onChange={setChosen}
          />
          <FileButton
            label={captions.length > 0 ? "Add captions" : "Choose a captions file"}
            accept={acceptedCaptions}
            onFile={(file) => void take(file, next)}
          />
        </div>
      )}
      <p className="text-sm text-muted-foreground">
        {captions.length === 0 &&
          "Whoever cannot hear this video, or watches without sound, misses what is said. "}
        A WebVTT (.vtt) or SubRip (.srt) file for each language, saved at once.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {problem !== undefined && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {problem}
        </p>
      )}
    </div>
  );
}
