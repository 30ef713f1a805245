import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { buttonStyle } from "./button-style.ts";
import { classNames } from "./class-names.ts";
import { backdropStyle, dialogStyle, dialogViewportStyle } from "./dialog-style.ts";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** Another way out, below the description. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  /** Keeps the dialog open, with a spinner, while the action runs. */
  pending?: boolean;
  /** What is about to be said is still being asked: it cannot be confirmed yet, only closed. */
  preparing?: boolean;
  onConfirm: () => void;
};

/** Asks before something is done; only its two buttons and Esc close it, and nothing while it is done. The caller closes it after onConfirm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    confirmLabel,
    cancelLabel = "Cancel",
    destructive,
    pending = false,
    preparing = false,
    onConfirm,
  } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !pending && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropStyle} />
        <AlertDialog.Viewport className={dialogViewportStyle}>
          <AlertDialog.Popup className={classNames(dialogStyle, "gap-2 p-5 sm:max-w-md sm:p-6")}>
            <AlertDialog.Title className="text-lg font-semibold tracking-tight">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-sm text-muted-foreground">
              {description}
            </AlertDialog.Description>
            {children}
            <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <AlertDialog.Close className={buttonStyle("outline")} disabled={pending}>
                {cancelLabel}
              </AlertDialog.Close>
              <Button
                variant={destructive ? "destructive" : "primary"}
                loading={pending || preparing}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
