import type { Config } from "#server/config.ts";
import { statement } from "#server/database/statement.ts";
import { type Finding, fine, warning } from "./finding.ts";
import { onTables } from "./on-tables.ts";

/** Whether those who are to run the installation have accounts, and the store that the front page leads to is there. */
export async function checkOperators(config: Config): Promise<Finding[]> {
  const { operators, front, mode } = config;
  const nobody =
    operators.size === 0 && mode === "live"
      ? [warning("OPERATORS names nobody: /operator is there for no account (docs/operating.md)")]
      : [];
  if (operators.size === 0 && !front.store) return nobody;
  const found = await onTables(config, async ({ pool }) => {
    const accounts = await selectAccounts(pool, [...operators]);
    const known = new Set(accounts.map(({ email }) => email));
    const missing = [...operators].filter((email) => !known.has(email));
    const store = front.store ? await selectStore(pool, front.store) : [];
    return [
      ...(known.size > 0
        ? [fine(known.size === 1 ? "1 operator has an account" : `${known.size} operators have accounts`)]
        : []),
      ...missing.map((email) =>
        warning(
          `OPERATORS names ${email}, which no account has: they become an operator once they sign in with it`,
        ),
      ),
      ...(front.store && store.length === 0
        ? [
            warning(
              `FRONT_STORE is ${front.store}, and there is no such creator: the front page leads nowhere`,
            ),
          ]
        : []),
    ];
  });
  return [...nobody, ...found];
}

const selectAccounts = statement("doctor_select_operators")<{ email: string }, [addresses: string[]]>(
  "select lower(email) as email from users where lower(email) = any ($1::text[]) and erased_at is null",
);

const selectStore = statement("doctor_select_front_store")<{ id: string }, [handle: string]>(
  "select id from users where handle = $1 and erased_at is null and not is_platform",
);
