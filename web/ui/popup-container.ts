import { createContext, type RefObject, use } from "react";

/** The dialog that popups open inside of; they would be under it, and inert, anywhere else. */
export const PopupContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

/** Where a popup is put: in the dialog around it, else in the page's <main>, so that it is never outside a landmark. */
export function usePopupContainer() {
  const dialog = use(PopupContainer);
  if (dialog) return { container: dialog };
  const main = typeof document === "undefined" ? null : document.querySelector("main");
  return main ? { container: main } : {};
}
