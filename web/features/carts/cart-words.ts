import type { CartStatus } from "#contract/carts/carts.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

/** What a cart's derived status is called, and how it looks. */
export const cartStatuses: Record<CartStatus, { label: string; tone: BadgeTone }> = {
  ABANDONED: { label: "Abandoned", tone: "warning" },
  EMAIL_SENT: { label: "Email Sent", tone: "info" },
  RECOVERED: { label: "Recovered", tone: "success" },
};
