import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactElement, type ReactNode, useRef } from "react";
import { buttonStyle } from "./button-style.ts";
import { classNames } from "./class-names.ts";
import { PopupContainer } from "./popup-container.ts";
import { backdropStyle, dialogStyle, dialogViewportStyle } from "./dialog-style.ts";

type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A button that opens it, for a dialog that keeps its own state. */
  trigger?: ReactElement<Record<string, unknown>>;
  size?: "sm" | "md" | "lg" | "xl";
  /** For long forms: fills a phone's screen, and opens without the focus on any field. */
  fullHeight?: boolean;
  /** Stays in view under the scrolling content. */
  footer?: ReactNode;
  /** Gives the focus back to where it was, as it closes. */
  returnsFocus?: boolean;
};

const widths = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl", xl: "sm:max-w-5xl" };
/** Dimmed while another dialog is open on top. */
const behindStyle =
  "relative after:pointer-events-none after:absolute after:inset-0 after:z-10 after:rounded-[inherit] after:bg-overlay after:opacity-0 after:transition-opacity data-nested-dialog-open:after:opacity-100";
const fullHeightStyle = "max-sm:h-dvh max-sm:max-h-none max-sm:rounded-none max-sm:border-0";

/** A modal dialog; on phones it is a sheet that rises from the bottom. */
export function Dialog({
  title,
  description,
  children,
  open,
  onOpenChange,
  trigger,
  size = "md",
  fullHeight = false,
  footer,
  returnsFocus = true,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      {trigger && <BaseDialog.Trigger render={trigger} />}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropStyle} />
        <BaseDialog.Viewport className={dialogViewportStyle}>
          <BaseDialog.Popup
            ref={popup}
            initialFocus={fullHeight ? popup : true}
            finalFocus={returnsFocus}
            className={classNames(dialogStyle, behindStyle, widths[size], fullHeight && fullHeightStyle)}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
              <div className="grid gap-1">
                <BaseDialog.Title className="text-lg font-semibold tracking-tight">{title}</BaseDialog.Title>
                {description && (
                  <BaseDialog.Description className="text-sm text-muted-foreground">
                    {description}
                  </BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close aria-label="Close" className={buttonStyle("ghost", "icon", "-mt-1.5 -mr-2")}>
                <X aria-hidden="true" />
              </BaseDialog.Close>
            </div>
            <div className="grow overflow-y-auto overscroll-contain px-5 pt-4 pb-5 sm:px-6 sm:pb-6">
              <PopupContainer value={popup}>{children}</PopupContainer>
            </div>
            {footer && (
              <footer
                data-dialog-footer
                className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3 sm:px-6 sm:py-4"
              >
                {footer}
              </footer>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The row of buttons at a dialog's end; the main one last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}

/** A button that closes the dialog around it. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <BaseDialog.Close className={buttonStyle("outline")}>{children}</BaseDialog.Close>;
}
