import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import type { OpenEvent } from "./load-batch.ts";

/** People who have to have got a text before it is taken for a program's. */
const fewest = 3;
/** Shorter ones ("Thank you so much! ❤️") are typed by hand to anybody. */
const shortest = 30;

/**
 * Knows the texts that came back for several people of an account: away messages and instant replies, which some platforms
 * deliver without saying which app wrote them. Nobody types the same long text for a fourth person. Ask in the order of the
 * events: each one asked about counts for the next.
 */
export async function loadRepeated(
  client: pg.PoolClient,
  echoes: readonly OpenEvent[],
): Promise<{ isProgram(echo: OpenEvent): boolean }> {
  const asked = echoes.filter(isLong);
  const rows =
    asked.length > 0
      ? await selectRecipients(
          client,
          asked.map(({ accountId }) => accountId),
          asked.map(({ text }) => text),
        )
      : [];
  const recipients = new Map<string, Set<string>>();
  const recipientsOf = ({ accountId, text }: Pick<OpenEvent, "accountId" | "text">) => {
    const key = `${accountId} ${text}`;
    const known = recipients.get(key) ?? new Set();
    recipients.set(key, known);
    return known;
  };
  for (const { personId, accountId, text } of rows)
    recipientsOf({ accountId: accountId ?? "", text: text ?? "" }).add(personId);
  return {
    isProgram(echo) {
      if (!isLong(echo)) return false;
      const known = recipientsOf(echo);
      const others = known.has(echo.personId) ? known.size - 1 : known.size;
      known.add(echo.personId);
      return others >= fewest;
    },
  };
}

const isLong = ({ text }: OpenEvent): boolean => text.trim().length >= shortest;

/** Echoes with a message are not ours: our own have a row already. */
const selectRecipients = hotStatement("social_select_echo_recipients")<
  { accountId: string | null; text: string | null; personId: string },
  [accountIds: string[], texts: string[]]
>(`select asked.account_id as "accountId", asked.text, earlier.person_id as "personId"
     from (select distinct account_id, text from unnest($1::uuid[], $2::text[]) as asked (account_id, text)) asked
    cross join lateral (
      select e.person_id from social_events e
       where e.social_account_id = asked.account_id and e.kind = 'ECHO' and md5(e.text) = md5(asked.text) and e.text = asked.text
         and e.message_id is not null
       group by e.person_id limit 4) earlier`);
