import { z } from "zod";

/** A network that keeps copies of pages near their readers, and gives them out without asking us. */
export const cdnEnvironment = {
  CDN: z.enum(["on", "off"]).default("off"),
  CDN_PURGE_URL: z.url("must be an address").optional(),
  CDN_PURGE_TOKEN: z.string().trim().min(1).optional(),
};
type CdnEnvironment = z.infer<z.ZodObject<typeof cdnEnvironment>>;

export type CdnSettings = {
  /** Where it is told which copies to drop; undefined where they only grow old. */
  purge: { url: string; token: string } | undefined;
};

/** Undefined where no CDN stands before the pages of stores. */
export const cdnOf = (env: CdnEnvironment): CdnSettings | undefined =>
  env.CDN === "off"
    ? undefined
    : {
        purge:
          env.CDN_PURGE_URL && env.CDN_PURGE_TOKEN
            ? { url: env.CDN_PURGE_URL, token: env.CDN_PURGE_TOKEN }
            : undefined,
      };

export const cdnGroup = ["CDN_PURGE_URL", "CDN_PURGE_TOKEN"] as const;

/** `mode` as in `Config`: the token leaves over TLS alone where it leaves the machine. */
export const wrongCdn = (env: CdnEnvironment, mode: "local" | "live"): string[] => [
  ...(env.CDN_PURGE_URL && env.CDN === "off" ? ["CDN_PURGE_URL is set, and CDN is off"] : []),
  ...(env.CDN_PURGE_URL && mode === "live" && !env.CDN_PURGE_URL.startsWith("https://")
    ? ["CDN_PURGE_URL must start with https:// on a public address"]
    : []),
];
