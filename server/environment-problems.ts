import type { z } from "zod";

/** What zod found wrong with a variable; a schema's own words stay. */
export function sayWhat(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.message.includes("received NaN")) return "must be a number";
      return issue.expected === "int" ? "must be a whole number" : issue.message;
    case "too_big":
      return issue.message.startsWith("Too big") ? `must be at most ${issue.maximum}` : issue.message;
    case "too_small":
      return issue.message.startsWith("Too small") ? `must be at least ${issue.minimum}` : issue.message;
    case "invalid_value":
      return issue.message.startsWith("Invalid ")
        ? `must be ${issue.values.slice(0, -1).join(", ")} or ${String(issue.values.at(-1))}`
        : issue.message;
    case "invalid_format":
      return issue.message === "Invalid URL" ? "must be a URL" : issue.message;
    default:
      return issue.message;
  }
}

/** A group that is begun must be finished: half a set of keys is a mistake, not a wish for the stand-in. */
export function incompleteGroups<Name extends string>(
  groups: Record<string, readonly Name[]>,
  env: Partial<Record<Name, unknown>>,
): string[] {
  return Object.values<readonly Name[]>(groups).flatMap((names) => {
    const missing = names.filter((name) => !env[name]);
    if (missing.length === 0 || missing.length === names.length) return [];
    const present = names.filter((name) => env[name]);
    const are = present.length === 1 ? "is" : "are";
    return missing.map((name) => `${name} is missing (${present.join(", ")} ${are} set)`);
  });
}
