import { Suspense, useEffect, useSyncExternalStore } from "react";
import { loadable } from "./loadable.tsx";
import { currentToast, dismissToast, onToastChange, type ShownToast } from "./toast.ts";

// What is to be said is often that the connection is lost, and then this cannot load either.
const ToastView = loadable(async () => (await import("./toast-view.tsx")).ToastView, PlainToast);

/** Where notifications appear. Its code loads with the first of them. */
export function Toaster() {
  const shown = useSyncExternalStore(onToastChange, currentToast, () => undefined);
  if (!shown) return null;
  return (
    <Suspense>
      <ToastView toast={shown} />
    </Suspense>
  );
}

function PlainToast({ toast }: { toast: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), 5_000);
    return () => clearTimeout(timer);
  }, [toast.id]);
  if (!toast.open) return null;
  return (
    <p
      role="alert"
      className="fixed right-4 bottom-4 z-100 max-w-[calc(100%-2rem)] [body:has([data-dialog-footer],[data-keep-clear])_&]:top-4 [body:has([data-dialog-footer],[data-keep-clear])_&]:bottom-auto rounded-xl border border-border bg-popover p-4 text-sm text-popover-foreground shadow-lg"
    >
      <strong className="font-semibold">{toast.title}</strong> {toast.description}{" "}
      {toast.action && (
        <a className="underline underline-offset-2" href={toast.action.href}>
          {toast.action.label}
        </a>
      )}
    </p>
  );
}

/** What shows notifications; done when the first of them can appear. */
export const loadToastView = () => import("./toast-view.tsx");
