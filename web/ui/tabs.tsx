import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type TabsProps<T extends string> = {
  value: T;
  onValueChange: (value: T) => void;
  tabs: readonly { value: T; label: ReactNode }[];
  /** Names the row of tabs for screen readers. */
  label: string;
  /** "line" for a page's tabs, "pill" for tabs inside one. */
  variant?: "line" | "pill";
  rowClassName?: string;
  children: ReactNode;
};

const lists = {
  line: "gap-1 border-b border-border",
  pill: "w-fit max-w-full gap-1 rounded-xl bg-muted p-1",
};
const items = {
  line: "-mb-px border-b-2 border-transparent px-3 pt-2 pb-2.5 data-active:border-brand data-active:text-foreground",
  pill: "rounded-lg px-3 py-1.5 data-active:bg-card data-active:text-foreground data-active:shadow-xs pointer-coarse:py-2.5",
};

/** A controlled row of tabs over its panels (TabPanel); the row scrolls sideways where it does not fit. */
export function Tabs<T extends string>({
  value,
  onValueChange,
  tabs,
  label,
  variant = "line",
  rowClassName,
  children,
}: TabsProps<T>) {
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next: T) => onValueChange(next)}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <BaseTabs.List
        aria-label={label}
        // What a label says to screen readers alone is clipped by the row, too.
        className={classNames(
          "relative base-ui-disable-scrollbar flex overflow-x-auto",
          lists[variant],
          rowClassName,
        )}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            // An address may open a tab that the row has no room for.
            ref={tab.value === value ? intoSight : undefined}
            value={tab.value}
            className={classNames(
              "min-h-9 text-sm font-medium whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground focus-visible:-outline-offset-2 pointer-coarse:min-h-11",
              items[variant],
            )}
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {children}
    </BaseTabs.Root>
  );
}

/** Scrolls the row, and nothing else, until the tab stands in its middle; again where a count arrives and makes tabs wider. */
function intoSight(tab: HTMLElement | null) {
  const row = tab?.parentElement;
  if (!tab || !row) return;
  const scroll = () => {
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  };
  scroll();
  const widths = new ResizeObserver(scroll);
  for (const each of row.children) widths.observe(each);
  return () => widths.disconnect();
}

/** The content of one tab; it is mounted only while its tab is active. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <BaseTabs.Panel value={value} className="min-w-0 outline-offset-4">
      {children}
    </BaseTabs.Panel>
  );
}
