/** The surface of anything that opens over the page. */
export const popupStyle =
  "origin-(--transform-origin) rounded-xl border border-border bg-popover text-popover-foreground shadow-lg outline-none transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-[0.97] data-ending-style:opacity-0 data-starting-style:scale-[0.97] data-starting-style:opacity-0";
