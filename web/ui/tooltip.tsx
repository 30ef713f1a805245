import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { usePopupContainer } from "./popup-container.ts";

/** Put once around a layout: tooltips open after 700 ms, and at once within 300 ms of another. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <BaseTooltip.Provider delay={700} timeout={300}>
      {children}
    </BaseTooltip.Provider>
  );
}

/** A hint for a control that already has a name of its own; never the only place something is said. */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode;
  children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger delay={700} render={children} />
      <BaseTooltip.Portal {...usePopupContainer()}>
        <BaseTooltip.Positioner sideOffset={8} className="z-50">
          <BaseTooltip.Popup className="max-w-64 origin-(--transform-origin) rounded-lg bg-primary px-2.5 py-1.5 text-xs font-medium text-primary-foreground shadow-md transition-[opacity,scale] duration-100 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
