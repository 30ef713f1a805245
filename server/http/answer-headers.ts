import type { Config } from "#server/config.ts";

/** What every answer carries, page, picture or JSON. */
export const baseHeaders = (config: Config): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  ...(config.mode === "live" && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
});

/** What every answer of the API carries unless its handler says otherwise: nobody keeps, frames, embeds or runs it. */
export const apiHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;
