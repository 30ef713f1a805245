/** The time that was chosen in `session-time.tsx`; nothing where none was, or is. */
export function typedTime(form: HTMLFormElement | null) {
  const startsAt = new FormData(form ?? undefined).get("startsAt");
  return typeof startsAt === "string" && startsAt !== "" ? { startsAt } : undefined;
}
