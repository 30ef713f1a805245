import * as Toast from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { buttonStyle } from "./button-style.ts";
import { classNames } from "./class-names.ts";
import { dismissToast, type ShownToast } from "./toast.ts";

/** One notification, 5 seconds, or 10 where it can be taken back; swipe it right by 50 px, or press F8 to reach it. */
export function ToastView({ toast }: { toast: ShownToast }) {
  const destructive = toast.variant === "destructive";
  const Icon = destructive ? CircleAlert : CircleCheck;
  return (
    <Toast.Provider duration={toast.undo ? 10_000 : 5_000} swipeDirection="right" swipeThreshold={50}>
      <Toast.Root
        key={toast.id}
        open={toast.open}
        onOpenChange={(open) => !open && dismissToast(toast.id)}
        type={destructive ? "foreground" : "background"}
        className={classNames(
          "toast pointer-events-auto flex items-start gap-3 rounded-xl border bg-popover p-4 text-popover-foreground shadow-lg",
          destructive ? "border-destructive/50" : "border-border",
        )}
      >
        <Icon
          aria-hidden="true"
          className={classNames("mt-0.5 size-5 shrink-0", destructive ? "text-destructive" : "text-success")}
        />
        <div className="grid min-w-0 grow gap-0.5">
          <Toast.Title className="text-sm font-semibold">{toast.title}</Toast.Title>
          {toast.description && (
            <Toast.Description className="text-sm break-words text-muted-foreground">
              {toast.description}
            </Toast.Description>
          )}
          {toast.action && (
            <Toast.Action
              altText={`${toast.action.label}: on this page, too`}
              className="mt-1 w-fit text-sm font-medium underline underline-offset-2"
              asChild
            >
              <a href={toast.action.href}>{toast.action.label}</a>
            </Toast.Action>
          )}
        </div>
        {toast.undo && (
          <Toast.Action altText="Undo: press F8 to reach it" asChild>
            <button type="button" className={buttonStyle("outline", "sm")} onClick={toast.undo}>
              Undo
            </button>
          </Toast.Action>
        )}
        <Toast.Close aria-label="Close" className={buttonStyle("ghost", "icon", "-m-2")}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        hotkey={["F8"]}
        // At the top where its usual place may hold what is about to be pressed or read: the buttons of a dialog or a sheet, Pay
        // and its terms. Between and around its notifications it lets presses through to the page.
        className="pointer-events-none fixed right-0 bottom-0 z-100 flex w-full max-w-[420px] flex-col gap-2 p-4 outline-none [body:has([data-dialog-footer],[data-keep-clear])_&]:top-0 [body:has([data-dialog-footer],[data-keep-clear])_&]:bottom-auto"
      />
    </Toast.Provider>
  );
}
