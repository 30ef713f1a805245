import { type ReactNode, useEffect, useRef } from "react";

type Props = {
  /** Which of the page's stages is on screen. */
  stage: "entrance" | "link" | "verified";
  children: ReactNode;
};

/** Moves the focus to what has taken the place of the stage before, whose focused part is gone. */
export function Arrival({ stage, children }: Props) {
  const region = useRef<HTMLDivElement>(null);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    // The mailed link's page has a heading of its own to begin with.
    if (stage !== "link") region.current?.focus();
  }, [stage]);
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
