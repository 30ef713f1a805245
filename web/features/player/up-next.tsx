import { isolated } from "#contract/isolated.ts";
import { useEffect, useRef, useState } from "react";
import type { OutlineLesson } from "./course-outline.ts";
import { secondsLeft } from "./video-time.ts";

type Props = {
  next: OutlineLesson;
  /** Counts down and then plays it; else it only offers it. */
  counts: boolean;
  onPlay: () => void;
};

const countdownSeconds = 5;

/** Over a video that has ended: the next lesson, in five seconds unless that is stopped. */
export function UpNext({ next, counts, onPlay }: Props) {
  const [isStopped, setStopped] = useState(false);
  const isCounting = counts && !isStopped;
  const left = useCountdown(isCounting, onPlay);
  return (
    <div slot="dialog" role="group" aria-label="Up next" className="player-up-next">
      <p role="status">
        <span className="sr-only">
          {isCounting
            ? `The next lesson plays in ${countdownSeconds} seconds: ${isolated(next.title)}`
            : `Next lesson: ${isolated(next.title)}`}
        </span>
      </p>
      <p aria-hidden="true" className="text-sm text-white/75">
        {isCounting ? `Next lesson in ${left}` : "Next lesson"}
      </p>
      <p dir="auto" aria-hidden="true" className="line-clamp-2 text-base font-semibold">
        {next.title}
      </p>
      {isCounting && <span aria-hidden="true" className="player-countdown" />}
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        {isCounting && <FocusedButton onClick={() => setStopped(true)}>Stop</FocusedButton>}
        {isCounting ? (
          <button type="button" className="player-button" onClick={onPlay}>
            Start Now
          </button>
        ) : (
          <FocusedButton onClick={onPlay}>Start Now</FocusedButton>
        )}
      </div>
    </div>
  );
}

/** Takes the focus, which the player's own play button had. */
function FocusedButton({ onClick, children }: { onClick: () => void; children: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button ref={button} type="button" className="player-button" onClick={onClick}>
      {children}
    </button>
  );
}

/** Seconds that are left; `onEnd` once there are none. */
function useCountdown(isCounting: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(countdownSeconds);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (!isCounting) return;
    const startedAt = Date.now();
    const timer = setInterval(() => {
      const now = secondsLeft(startedAt, Date.now(), countdownSeconds);
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      end.current();
    }, 250);
    return () => clearInterval(timer);
  }, [isCounting]);
  return left;
}
