import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

export type Tool = {
  label: string;
  keys?: string;
  icon: ReactNode;
  run: () => void;
  startsGroup?: boolean;
  /** Whether what is selected is so already; only of tools that switch something on and off. */
  isActive?: boolean;
};

/** A row of tools: one stop of the Tab key, and the arrow keys between them. */
export function Toolbar({ label, controls, tools }: { label: string; controls: string; tools: Tool[] }) {
  const row = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);

  const go = (event: KeyboardEvent, to: number) => {
    event.preventDefault();
    const index = (to + tools.length) % tools.length;
    setActive(index);
    row.current?.querySelectorAll("button")[index]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on its buttons
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") go(event, active + 1);
        else if (event.key === "ArrowLeft") go(event, active - 1);
        else if (event.key === "Home") go(event, 0);
        else if (event.key === "End") go(event, tools.length - 1);
      }}
      className="flex flex-wrap items-center gap-0.5"
    >
      {tools.map(({ label, keys, icon, run, startsGroup, isActive }, index) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={keys ? `${label} (${keys})` : label}
          {...(isActive !== undefined && { "aria-pressed": isActive })}
          tabIndex={index === active ? 0 : -1}
          onFocus={() => setActive(index)}
          // The selection in the text must stay what it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
          className={classNames(
            "grid size-8 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground focus-visible:outline-offset-0 aria-pressed:bg-accent aria-pressed:text-foreground pointer-coarse:size-11 [&_svg]:size-4.5",
            startsGroup && "sm:ml-2",
          )}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
