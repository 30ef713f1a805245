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
