import { Moon, Sun } from "lucide-react";
import { chooseTheme, shownTheme } from "./theme.ts";

/** Switches between light and dark; until first used the page follows the system. */
export function ThemeToggle({ className }: { className: string }) {
  return (
    <button
      type="button"
      className={className}
      onClick={() => chooseTheme(shownTheme() === "dark" ? "light" : "dark")}
    >
      <Sun aria-hidden="true" className="hidden dark:block" />
      <Moon aria-hidden="true" className="dark:hidden" />
      <span className="hidden dark:inline">Light theme</span>
      <span className="dark:hidden">Dark theme</span>
    </button>
  );
}
