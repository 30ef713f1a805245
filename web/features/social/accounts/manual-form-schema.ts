import { z } from "zod";
import type { Platform } from "#contract/social-accounts.ts";

export type ManualFormValues = { platform: Platform; username: string; accessToken: string };

/** Checks the form as the server will. */
export const manualFormSchema: z.ZodType<ManualFormValues, ManualFormValues> = z.object({
  platform: z.enum(["INSTAGRAM", "TWITTER", "FACEBOOK"]),
  username: z
    .string()
    .trim()
    .transform((name) => name.replace(/^@/, ""))
    .pipe(
      z
        .string()
        .min(1, "Username is required")
        .max(100, "Use at most 100 characters")
        .regex(/^[\p{L}\p{N}._-]*$/u, "Use letters, digits, dots, dashes and underscores"),
    ),
  accessToken: z.string().trim().min(1, "Access token is required").max(2_000, "This is no access token"),
});
