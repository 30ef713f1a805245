import { useEffect } from "react";

/** Saves what is not saved as the connection is back, as the tab is left or looked at again, and as its page goes. */
export function useFlushing({ flush }: { flush: () => Promise<void> }): void {
  useEffect(() => {
    const save = () => void flush();
    addEventListener("online", save);
    document.addEventListener("visibilitychange", save);
    return () => {
      save();
      removeEventListener("online", save);
      document.removeEventListener("visibilitychange", save);
    };
  }, [flush]);
}
