import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";

/** Whether this is a public demo with stand-ins; the page server says so on each request it hands to us. */
export const isSandbox = createIsomorphicFn()
  .server(() => getRequestHeader("x-openstall-sandbox") === "1")
  .client(() => document.documentElement.dataset.sandbox === "true");

/** Stands on every page of a public demo. */
export function SandboxBanner() {
  if (!isSandbox()) return null;
  return (
    <p
      role="note"
      className="bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning-soft-foreground"
    >
      This is a demo: payments, mail and social accounts are simulated, and nothing here is real.
    </p>
  );
}
