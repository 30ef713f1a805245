import { useQuery } from "@tanstack/react-query";
import { memo, type KeyboardEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { useCaptionsInLanguage } from "./caption-language.ts";
import { CaptionLanguage } from "./caption-language-select.tsx";
import { clockText } from "./clock-text.ts";
import type { LanguageCaptions } from "./course-outline.ts";
import type { Playhead } from "./playhead.ts";
import { lineAt, linesWith, type TranscriptLine, transcriptLines } from "./transcript-lines.ts";

type Props = { captions: readonly LanguageCaptions[]; playhead: Playhead };

/** What is said in a video, line by line, in the language that its captions are shown in. */
export function Transcript({ captions, playhead }: Props) {
  const shown = useCaptionsInLanguage(captions);
  if (!shown) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {captions.length > 1 && (
        <div className="max-w-72">
          <CaptionLanguage captions={captions} Select={NativeSelect} />
        </div>
      )}
      <Text key={shown.url} captionsUrl={shown.url} language={shown.language} playhead={playhead} />
    </div>
  );
}

type TextProps = { captionsUrl: string; language: string; playhead: Playhead };

function Text({ captionsUrl, language, playhead }: TextProps) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["transcript", captionsUrl],
    queryFn: async ({ signal }) => {
      const answer = await fetch(captionsUrl, { signal });
      if (!answer.ok) throw new Error(`The captions answered ${answer.status}`);
      return transcriptLines(await answer.text());
    },
  });
  if (isError)
    return (
      <p className="text-sm text-muted-foreground">
        The transcript could not be loaded.{" "}
        <Button variant="ghost" size="sm" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    );
  if (!data) return <Skeleton className="h-40 w-full" />;
  return <Lines lines={data} language={language} playhead={playhead} />;
}

type LinesProps = { lines: TranscriptLine[]; language: string; playhead: Playhead };

/**
 * Follows the video until its reader scrolls. One line is among the page's tab stops: that of the video, or the one that
 * the arrow keys have come to.
 */
function Lines({ lines, language, playhead }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const [words, setWords] = useState("");
  const [follows, setFollows] = useState(true);
  const [reached, setReached] = useState<number>();
  const current = useSyncExternalStore(
    playhead.subscribe,
    () => lineAt(lines, playhead.seconds()),
    () => -1,
  );
  const shown = useMemo(() => linesWith(lines, words), [lines, words]);
  const isSearching = words.trim() !== "";
  const stop = [reached, current, shown[0]].find((line) => line !== undefined && shown.includes(line));

  useEffect(() => {
    if (follows && !isSearching) showLine(list.current, current);
  }, [current, follows, isSearching]);

  function onKeyDown(event: KeyboardEvent) {
    const at = shown.indexOf(stop ?? -1);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    const line = to === undefined ? undefined : shown[to];
    if (line === undefined) return;
    event.preventDefault();
    setFollows(false);
    setReached(line);
    buttonOf(list.current, line)?.focus();
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Input
          type="search"
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          className="max-w-72"
        />
        <p role="status" className="text-sm text-muted-foreground">
          {isSearching && (shown.length === 1 ? "1 line found" : `${shown.length} lines found`)}
        </p>
        {!follows && !isSearching && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              setReached(undefined);
              setFollows(true);
            }}
          >
            Follow the video
          </Button>
        )}
      </div>
      {/* Its lines are buttons; the list only hears the keys that walk them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ol
        ref={list}
        className="transcript"
        lang={language}
        onKeyDown={onKeyDown}
        onWheel={() => setFollows(false)}
        onTouchMove={() => setFollows(false)}
      >
        {shown.map((index) => {
          const line = lines[index];
          return (
            line && (
              <Line
                key={index}
                index={index}
                line={line}
                isCurrent={index === current}
                isStop={index === stop}
                playhead={playhead}
              />
            )
          );
        })}
      </ol>
    </div>
  );
}

type LineProps = {
  index: number;
  line: TranscriptLine;
  isCurrent: boolean;
  isStop: boolean;
  playhead: Playhead;
};

const Line = memo(function Line({ index, line, isCurrent, isStop, playhead }: LineProps) {
  return (
    <li>
      <button
        type="button"
        data-line={index}
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent || undefined}
        onClick={() => playhead.go(line.seconds)}
      >
        <span className="tabular-nums">{clockText(Math.floor(line.seconds))}</span>
        <span dir="auto">{line.text}</span>
      </button>
    </li>
  );
});

const buttonOf = (list: HTMLElement | null, line: number) =>
  list?.querySelector<HTMLElement>(`[data-line="${line}"]`);

/** Within the list alone: the page stays where its reader has it. */
function showLine(list: HTMLElement | null, line: number) {
  const button = buttonOf(list, line);
  if (!list || !button) return;
  const { top, bottom } = button.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom)
    list.scrollTop += top - frame.top - (frame.height - (bottom - top)) / 2;
}
