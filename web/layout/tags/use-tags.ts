import { useQuery } from "@tanstack/react-query";
import { countSubscribers, listSubscribers } from "#contract/mailing-list/mailing-list.ts";
import { checkMailing, countAudience } from "#contract/mailings/mailings.ts";
import { countCustomers, getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { listTags } from "#contract/tags/tags.ts";
import { ApiError, apiQuery, errorMessage, isUnauthorized } from "#web/api.ts";
import { useRefresh } from "#web/layout/use-change.ts";

/** The creator's tags by name; none until they are known. */
export function useTags() {
  const { data } = useQuery(apiQuery(listTags));
  return { tags: data ?? [], areKnown: data !== undefined };
}

const shownIn = [
  listTags,
  listCustomers,
  countCustomers,
  getCustomer,
  listSubscribers,
  countSubscribers,
  countAudience,
  checkMailing,
];

/** Reads again whatever shows tags, or is found by them. */
export const useTagRefresh = () => useRefresh(shownIn);

/** What the server says is wrong with a tag's name; undefined for every other failure. */
export const nameProblem = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body.fields?.["name"] : undefined;

/** What to say of a failure in a toast: nothing where it stands beside the name. */
export const tagFailure =
  (fallback: string) =>
  (error: Error): string | undefined =>
    nameProblem(error) === undefined || isUnauthorized(error) ? errorMessage(error, fallback) : undefined;
