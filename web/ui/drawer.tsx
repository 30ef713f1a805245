import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { buttonStyle } from "./button-style.ts";
import { backdropStyle } from "./dialog-style.ts";

type DrawerProps = {
  title: string;
  /** Stays in view under the title. */
  header?: ReactNode;
  children: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const popupStyle =
  "fixed inset-y-0 left-0 z-50 flex w-[min(22rem,calc(100vw-3rem))] flex-col border-r border-border bg-popover text-popover-foreground shadow-lg outline-none transition-[opacity,translate] duration-200 ease-out data-ending-style:-translate-x-8 data-ending-style:opacity-0 data-starting-style:-translate-x-8 data-starting-style:opacity-0";

/** A modal panel at the left edge of a phone: keeps the focus, closes with Escape, and gives the focus back. */
export function Drawer({ title, header, children, open, onOpenChange }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropStyle} />
        <BaseDialog.Popup ref={popup} initialFocus={popup} className={popupStyle}>
          <div className="flex items-start justify-between gap-4 border-b border-border px-5 py-4">
            <div className="grow">
              <BaseDialog.Title className="text-base font-semibold">{title}</BaseDialog.Title>
              {header}
            </div>
            <BaseDialog.Close aria-label="Close" className={buttonStyle("ghost", "icon", "-mt-1 -mr-2")}>
              <X aria-hidden="true" />
            </BaseDialog.Close>
          </div>
          <div data-scrolls className="relative grow overflow-y-auto overscroll-contain px-2 pb-3">
            {children}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
