export type ToastMessage = {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** Where to go about it; the page says it, too, since a notification does not stay. */
  action?: { label: string; href: string };
  /** Takes back what is told; it can be pressed for 10 seconds. */
  undo?: () => void;
};
export type ShownToast = ToastMessage & { id: number; open: boolean };

const removeAfterMs = 1_000_000;

let shown: ShownToast | undefined;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a notification in place of the one before it. */
export function toast(message: ToastMessage) {
  clearTimeout(removal);
  show({ ...message, id: ++lastId, open: true });
}

/** Closes a notification; it leaves the page's memory 1,000,000 ms later. */
export function dismissToast(id: number) {
  if (shown?.id !== id || !shown.open) return;
  show({ ...shown, open: false });
  removal = setTimeout(() => show(undefined), removeAfterMs);
}

export const currentToast = () => shown;

export function onToastChange(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function show(next: ShownToast | undefined) {
  shown = next;
  for (const listener of listeners) listener();
}
