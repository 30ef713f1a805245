/** What Node reports when there was no connection yet that a request could have gone out on. */
const unconnected = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Whether a `fetch` that failed has certainly sent nothing. Of anything else, what was asked may have been done. */
export function isUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  // A name with several addresses fails with all of their errors.
  const causes = cause instanceof AggregateError ? cause.errors : [cause];
  return causes.every((each: unknown) => unconnected.includes(codeOf(each)));
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
