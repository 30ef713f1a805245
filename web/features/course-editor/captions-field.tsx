import { Captions as CaptionsIcon } from "lucide-react";
import { useId, useState } from "react";
import { languageName } from "#contract/language-name.ts";
import { Button } from "#web/ui/button.tsx";
import { formatFileSize } from "#contract/file-size.ts";
import { captionsTooLarge, largestCaptions, mostCaptionLanguages } from "#contract/files/caption-limits.ts";
import { acceptedCaptions, likelyLanguage } from "#web/layout/caption-languages.ts";
import { LanguageSelect } from "#web/layout/language-select.tsx";
import { ErrorText } from "./error-text.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { CaptionsPoster } from "./captions-poster.tsx";
import type { Captions, Poster } from "./lesson-fields.ts";
import type { LessonSession } from "./lesson-session.ts";

type Props = {
  session: LessonSession;
  captions: readonly Captions[];
  /** A player of another site may have captions of its own, of which nothing is known here. */
  isOwnVideo: boolean;
  error: string | undefined;
};

/**
 * Captions of a video, and its transcripts: a WebVTT or SubRip file for each language. What is wrong with one, the server
 * says by its line.
 */
export function CaptionsField({ session, captions, isOwnVideo, error }: Props) {
  // Several lessons are open at once, all but one of them hidden.
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const present = captions.map(({ language }) => language);
  const next = chosen === undefined || present.includes(chosen) ? likelyLanguage(present) : chosen;

  /** What is on screen may be older than what a file was read for. */
  const latest = () => session.current().fields.captions;
  function save(captions: readonly Captions[]) {
    session.change({ captions });
    void session.flush();
  }
  async function take(file: File, language: string) {
    const isTooLarge = file.size > largestCaptions;
    setProblem(isTooLarge ? captionsTooLarge : undefined);
    if (isTooLarge) return;
    const taken = { language, file: await file.text() };
    const isThere = latest().some((one) => one.language === language);
    // Another file has the poster of the one before.
    const withPoster = ({ poster }: Captions) => (poster === undefined ? taken : { ...taken, poster });
    save(
      isThere
        ? latest().map((one) => (one.language === language ? withPoster(one) : one))
        : [...latest(), taken],
    );
  }
  function remove(language: string) {
    setProblem(undefined);
    save(latest().filter((one) => one.language !== language));
  }
  const rename = (language: string, to: string) =>
    save(latest().map((one) => (one.language === language ? { ...one, language: to } : one)));
  const setPoster = (language: string, poster: Poster | null) =>
    save(latest().map((one) => (one.language === language ? { ...one, poster } : one)));
  const makeDefault = (first: Captions) =>
    save([first, ...latest().filter(({ language }) => language !== first.language)]);

  const refused = problem ?? error;
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p id={id} className="text-sm font-medium">
        Captions
      </p>
      {captions.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {captions.map((one, index) => {
            const name = languageName(one.language);
            return (
              <li
                key={one.language}
                className="flex flex-wrap items-center gap-2 rounded-xl border border-border p-2 pl-3"
              >
                <CaptionsIcon aria-hidden="true" className="size-4 text-muted-foreground" />
                <LanguageSelect
                  label={`Language of the captions in ${name}`}
                  value={one.language}
                  taken={present}
                  onChange={(to) => rename(one.language, to)}
                />
                <span className="grow text-sm text-muted-foreground">
                  {"file" in one ? "Captions file" : `WebVTT, ${formatFileSize(one.sizeBytes)}`}
                  {index === 0 && captions.length > 1 && " · Default"}
                </span>
                {index > 0 && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Make default: ${name}`}
                    onClick={() => makeDefault(one)}
                  >
                    Make default
                  </Button>
                )}
                <FileButton
                  label={`Replace ${name}`}
                  accept={acceptedCaptions}
                  onFile={(file) => void take(file, one.language)}
                />
                <CaptionsPoster
                  name={name}
                  poster={one.poster ?? null}
                  onChange={(poster) => setPoster(one.language, poster)}
                />
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Remove captions in ${name}`}
                  onClick={() => remove(one.language)}
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
      {isOwnVideo && captions.length === 0 && (
        <p className="text-sm font-medium text-warning-soft-foreground">
          This video has no captions: whoever cannot hear it, or watches without sound, misses what is said.
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        A WebVTT (.vtt) or SubRip (.srt) file for each language. Buyers read and search it as the transcript,
        too{captions.length > 1 && ", and see the default, and its poster, unless they prefer another"}.
      </p>
      {refused && <ErrorText text={refused} />}
    </div>
  );
}
