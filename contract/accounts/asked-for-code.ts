import { z } from "zod";

/** What comes of asking for a code. It goes by earlier requests alone, so it tells nothing about the address. */
export const AskedForCode = z.object({
  /** False past the limits: no new email leaves, and an earlier code keeps working. */
  sent: z.boolean(),
  /** Seconds until a new code can be sent; null if one was. */
  waitSeconds: z.int().nullable(),
});
export type AskedForCode = z.infer<typeof AskedForCode>;

/** How soon another code can be asked for once one was sent. */
export const resendSeconds = 60;

/** Says that no new code was sent, and what to do instead. */
export function noNewCode(waitSeconds: number): string {
  const again = `or try again in ${waitText(waitSeconds)}.`;
  return waitSeconds <= resendSeconds
    ? `No new email was sent: a code for this address was requested less than a minute ago. Enter that code in the browser that requested it, ${again}`
    : `No new email was sent: too many codes were requested for this address. Enter the newest one in the browser that requested it, ${again}`;
}

function waitText(seconds: number): string {
  const [count, unit] =
    seconds <= 90
      ? [seconds, "second"]
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
