import { createIsomorphicFn } from "@tanstack/react-start";
import { getCookie } from "@tanstack/react-start/server";

export type Theme = "light" | "dark";

/** The theme chosen with the toggle, or undefined to follow the system. */
export const currentTheme = createIsomorphicFn()
  .server((): Theme | undefined => knownTheme(getCookie("theme")))
  .client((): Theme | undefined => knownTheme(document.documentElement.dataset.theme));

/** Shows a theme now and remembers it for a year; undefined goes back to the system's. */
export function chooseTheme(theme: Theme | undefined) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  document.cookie = `theme=${theme ?? ""}; path=/; max-age=${theme ? 31_536_000 : 0}; samesite=lax`;
}

/** What is on screen now, the system's choice included. */
export function shownTheme(): Theme {
  return currentTheme() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function knownTheme(value: string | undefined): Theme | undefined {
  return value === "light" || value === "dark" ? value : undefined;
}
