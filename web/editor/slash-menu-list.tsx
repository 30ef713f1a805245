import { useEffect, useRef, useSyncExternalStore } from "react";
import { classNames } from "#web/ui/class-names.ts";
import type { SlashMenu } from "./slash-menu.ts";

type Props = { menu: SlashMenu; id: string; label: string };

/** The open menu's list; the text keeps the focus and names the active option. */
export function SlashMenuList({ menu, id, label }: Props) {
  const open = useSyncExternalStore(menu.subscribe, menu.current, () => undefined);
  const list = useRef<HTMLDivElement>(null);
  const active = open?.active;
  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <>
      {open && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={`Insert into ${label}`}
          style={{ left: open.left, top: open.top }}
          className="absolute z-10 grid max-h-64 w-60 overflow-y-auto rounded-lg border border-border bg-popover p-1 text-popover-foreground shadow-lg"
        >
          {open.items.map((item, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text has the focus and takes the keys
            <div
              key={item.label}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === open.active}
              // The caret must stay where it is.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => menu.choose(item)}
              className={classNames(
                "flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 text-sm hover:bg-accent pointer-coarse:min-h-11",
                index === open.active && "bg-accent",
              )}
            >
              {item.label}
              {item.typed && <span className="font-mono text-xs text-muted-foreground">{item.typed}</span>}
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {open && `${open.items.length} to insert. ${open.items[open.active]?.label ?? ""}`}
      </p>
    </>
  );
}
