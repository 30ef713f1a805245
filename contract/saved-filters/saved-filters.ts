import { z } from "zod";
import { Deleted } from "#contract/deletions/deletions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forSupport } from "#contract/team/roles.ts";
import { Id, oneLine } from "#contract/values.ts";

const tags = ["Saved filters"];

/** The lists whose filters can be kept. */
export const filteredLists = ["ORDERS", "CUSTOMERS"] as const;
const FilteredList = z.enum(filteredLists);
export type FilteredList = z.infer<typeof FilteredList>;

/** How many a creator keeps of one list, and how long their names and texts may be. */
export const mostSavedFilters = 20;
export const longestFilterName = 40;
export const longestFilter = 1_000;

const SavedFilter = z.object({
  id: Id,
  name: z.string(),
  /** What the list's address says, as `status=PAID&from=2026-03-01`. */
  search: z.string(),
});
export type SavedFilter = z.infer<typeof SavedFilter>;

export const listSavedFilters = endpoint({
  method: "GET",
  url: "/api/saved-filters",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The filters that the creator keeps of a list, by name",
    querystring: z.object({ list: FilteredList }),
    response: { 200: z.array(SavedFilter) },
  },
});

export const saveFilter = endpoint({
  method: "POST",
  url: "/api/saved-filters",
  config: { access: "creator", roles: forSupport, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "Keep a filter under a name; one that has the name already is replaced",
    body: z.object({
      list: FilteredList,
      name: oneLine(longestFilterName, "Give it a name"),
      search: oneLine(longestFilter, "There is no filter to keep"),
    }),
    response: { 200: SavedFilter },
  },
});

export const deleteSavedFilter = endpoint({
  method: "DELETE",
  url: "/api/saved-filters/:id",
  config: { access: "creator", roles: forSupport, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "Keep a filter no longer",
    params: z.object({ id: Id }),
    response: { 200: Deleted },
  },
});
