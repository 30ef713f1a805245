import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { anyPerson } from "#contract/team/roles.ts";
import { atMost } from "#contract/values.ts";

const tags = ["Lists"];

/** The lists whose columns can be chosen: those with more than four. */
export const listsWithColumns = [
  "ORDERS",
  "CUSTOMERS",
  "PRODUCTS",
  "COUPONS",
  "AFFILIATE_LINKS",
  "KEYWORD_RESPONSES",
  "KEYWORD_EARNINGS",
  "SOLD_DOWNLOADS",
] as const;
const ListName = z.enum(listsWithColumns);
export type ListName = z.infer<typeof ListName>;

/** How many columns a choice names at most, and how long the name of one may be. */
export const mostColumns = 30;
export const longestColumn = 40;

const ColumnIds = z
  .array(
    z
      .string()
      .max(longestColumn, atMost(longestColumn, `A column's name has at most ${longestColumn} characters`))
      .regex(/^[a-z][A-Za-z]*$/, "A column's name is made of letters"),
  )
  .max(mostColumns, `At most ${mostColumns} columns`);

const ListColumns = z.object({
  list: ListName,
  /** Those that are shown, of those that can be hidden. The list decides on their order. */
  columns: z.array(z.string()),
});
export type ListColumns = z.infer<typeof ListColumns>;

export const getListColumns = endpoint({
  method: "GET",
  url: "/api/list-columns",
  config: { access: "creator", roles: anyPerson },
  schema: {
    tags,
    summary:
      "The columns that whoever is signed in has chosen for the desk's lists; a list that is not named shows its own",
    response: { 200: z.array(ListColumns) },
  },
});

const params = z.object({ list: ListName });

export const chooseListColumns = endpoint({
  method: "PUT",
  url: "/api/list-columns/:list",
  config: { access: "creator", roles: anyPerson, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "Choose the columns of a list",
    params,
    body: z.object({ columns: ColumnIds }),
    response: { 200: z.array(ListColumns) },
  },
});

export const resetListColumns = endpoint({
  method: "DELETE",
  url: "/api/list-columns/:list",
  config: { access: "creator", roles: anyPerson, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "Show a list with its own columns again",
    params,
    response: { 200: z.array(ListColumns) },
  },
});
