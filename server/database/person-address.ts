import { NotFound } from "#server/errors.ts";
import { type Queryable, statement } from "./statement.ts";

/** The address of somebody's account: what they have mailed to themselves goes there, whatever store they act for. */
export async function getPersonAddress(pool: Queryable, personId: string): Promise<string> {
  const [person] = await selectAddress(pool, personId);
  // The account was deleted while this was asked for.
  if (!person) throw NotFound("The account is no more");
  return person.email;
}

const selectAddress = statement("select_person_address")<{ email: string }, [personId: string]>(
  "select email from users where id = $1",
);
