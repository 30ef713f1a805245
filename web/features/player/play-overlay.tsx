import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { Spinner } from "#web/ui/spinner.tsx";

type Props = {
  label: string;
  /** Part of the label, to be seen. */
  note?: string;
  /** Its code is on the way. */
  loading?: boolean;
  onPlay?: () => void;
  /** Called when a click is likely, so that what it needs can load. */
  onIntent?: () => void;
  children?: ReactNode;
};

/** A video that has not started: a large button over its picture. */
export function PlayOverlay({ label, note, loading = false, onPlay, onIntent, children }: Props) {
  return (
    <div className="lesson-video group relative overflow-hidden">
      {children}
      <button
        type="button"
        aria-label={label}
        aria-busy={loading}
        onClick={onPlay}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className="absolute inset-0 grid place-items-center outline-offset-[-4px]"
      >
        <span className="grid size-18 place-items-center rounded-full bg-black/65 text-3xl text-white ring-1 ring-white/30 transition-[background-color,scale] group-hover:scale-105 group-hover:bg-brand group-hover:text-brand-foreground">
          {loading ? <Spinner /> : <Play aria-hidden="true" className="ml-1 size-8 fill-current" />}
        </span>
        {note && (
          <span className="absolute bottom-4 rounded-full bg-black/75 px-3 py-1 text-sm font-medium text-white">
            {note}
          </span>
        )}
      </button>
    </div>
  );
}
