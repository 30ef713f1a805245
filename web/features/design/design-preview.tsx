import { Monitor, Smartphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";

const desktop = { width: 1280, height: 900 };

/** The store as the draft draws it, at a phone's size, or at a desktop's at a press. `name` changes with what it shows. */
export function DesignPreview({ path, name }: { path: string; name: string }) {
  const [isWide, setWide] = useState(false);
  const [shown, setShown] = useState(name);
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  // A desktop's page is drawn in its own width, and made smaller.
  useEffect(() => {
    if (!isWide || !room.current) return;
    const observer = new ResizeObserver(([entry]) =>
      setScale((entry?.contentRect.width ?? desktop.width) / desktop.width),
    );
    observer.observe(room.current);
    return () => observer.disconnect();
  }, [isWide]);
  const size = isWide ? { ...desktop, transform: `scale(${scale})`, transformOrigin: "0 0" } : undefined;
  const addressOf = (name: string) => `${path}${path.includes("?") ? "&" : "?"}at=${name}`;

  /** The next one is drawn behind the one that is looked at, and takes its place where that was being read. */
  const replace = (next: HTMLIFrameElement) => {
    const top = frame.current?.contentWindow?.scrollY ?? 0;
    next.contentWindow?.scrollTo({ top, behavior: "instant" });
    setShown(name);
  };
  return (
    <section
      id="preview"
      aria-label="Preview"
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] justify-items-center gap-3"
    >
      <div className="flex gap-1">
        <Button
          variant={isWide ? "ghost" : "secondary"}
          size="sm"
          aria-pressed={!isWide}
          onClick={() => setWide(false)}
        >
          <Smartphone aria-hidden="true" />
          Phone
        </Button>
        <Button
          variant={isWide ? "secondary" : "ghost"}
          size="sm"
          aria-pressed={isWide}
          onClick={() => setWide(true)}
        >
          <Monitor aria-hidden="true" />
          Desktop
        </Button>
      </div>
      <div
        ref={room}
        style={isWide ? { height: desktop.height * scale } : undefined}
        className={classNames(
          "relative overflow-hidden border border-input bg-card shadow-lg",
          isWide ? "w-full rounded-xl" : "h-[44rem] max-h-[80dvh] w-[24.375rem] max-w-full rounded-3xl",
        )}
      >
        {[...new Set([shown, name])].map((each) => (
          <iframe
            key={each}
            ref={each === shown ? frame : undefined}
            title="Your store"
            src={addressOf(each)}
            // Its own creator's, and without a script.
            sandbox="allow-same-origin"
            aria-hidden={each !== shown || undefined}
            tabIndex={each === shown ? undefined : -1}
            onLoad={each === name && name !== shown ? (event) => replace(event.currentTarget) : undefined}
            style={size}
            className={classNames(!isWide && "size-full", each !== shown && "invisible absolute inset-0")}
          />
        ))}
      </div>
    </section>
  );
}
