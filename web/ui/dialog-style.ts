export const backdropStyle =
  "fixed inset-0 z-40 bg-overlay backdrop-blur-[2px] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const dialogViewportStyle = "fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6";

export const dialogStyle =
  "flex max-h-[92dvh] w-full flex-col rounded-t-2xl border border-border bg-popover text-popover-foreground shadow-lg outline-none transition-[opacity,translate,scale] duration-200 ease-out data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0 sm:rounded-2xl sm:data-ending-style:translate-y-0 sm:data-ending-style:scale-[0.97] sm:data-starting-style:translate-y-0 sm:data-starting-style:scale-[0.97]";
