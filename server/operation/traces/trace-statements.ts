import { statements } from "#server/database/statement.ts";
import type { StatementWatcher } from "#server/database/watch-statements.ts";
import type { Tracer } from "./tracer.ts";

/** Makes each statement a part of the request or job that sends it, under its name and without its text and values. */
export const statementsIn =
  (tracer: Tracer): StatementWatcher =>
  (asked) => {
    const name = nameOf(asked);
    const part = tracer.beginPart({
      name,
      kind: "client",
      facts: { "db.system.name": "postgresql", "db.query.summary": name },
    });
    return part && ((failure) => part.end(failure === undefined ? {} : { failure }));
  };

const names = new Map<string, string>();
let known = 0;

/** The name under which its text is registered. */
function registeredName(text: string): string | undefined {
  // Those of a part of the program that has been loaded since.
  if (known < statements.size) for (const [name, its] of statements) names.set(its, name);
  known = statements.size;
  return names.get(text);
}

/** What others are: `select products`, `begin`. */
const shape =
  /^\s*(?:(insert\s+into|delete\s+from|update)\s+"?(\w+)|(select)\b(?:[^;']*?\bfrom\s+"?([a-z_]\w*))?|(\w+))/i;

function nameOf({ name, text }: { name?: string | undefined; text: string }): string {
  const own = name ?? registeredName(text);
  if (own) return own;
  const [, write, written, read, from, other = "statement"] = shape.exec(text) ?? [];
  const [verb, table] = [write ?? read ?? other, written ?? from];
  return [verb.toLowerCase().replace(/\s.*/, ""), table].filter(Boolean).join(" ");
}
