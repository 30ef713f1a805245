import { invalidParameter, resourceMissing } from "./stripe-error.ts";

type Listed = { id: string };
type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number };
export type ListParams = {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: Range;
};

export type Page = { object: "list"; data: object[]; has_more: boolean; url: string };

/** A page of a list, newest first, as Stripe cuts it; `rows` come oldest first. */
export function listPage(url: string, rows: Iterable<Listed>, params: ListParams = {}): Page {
  const { limit = 10, starting_after: after, ending_before: before } = params;
  if (limit < 1 || limit > 100)
    throw invalidParameter("limit", "Limit must be between 1 and 100.", "parameter_invalid_integer");
  if (after !== undefined && before !== undefined)
    throw invalidParameter("starting_after", "Pass only one of starting_after and ending_before.");
  const found = [...rows].filter((row) => isWithin(row, params.created)).reverse();
  const indexOf = (id: string, param: string) => {
    const at = found.findIndex((row) => row.id === id);
    if (at === -1) throw resourceMissing("object", id, param);
    return at;
  };
  if (before !== undefined) {
    const end = indexOf(before, "ending_before");
    return page(url, found.slice(Math.max(0, end - limit), end), end > limit);
  }
  const start = after === undefined ? 0 : indexOf(after, "starting_after") + 1;
  return page(url, found.slice(start, start + limit), found.length > start + limit);
}

const page = (url: string, data: object[], hasMore: boolean): Page => ({
  object: "list",
  data,
  has_more: hasMore,
  url,
});

function isWithin(row: Listed, range: Range | undefined): boolean {
  if (range === undefined || !("created" in row) || typeof row.created !== "number") return true;
  if (typeof range === "number") return row.created === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return row.created > gt && row.created >= gte && row.created < lt && row.created <= lte;
}
