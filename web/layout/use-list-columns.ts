import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  chooseListColumns,
  getListColumns,
  type ListColumns,
  type ListName,
  resetListColumns,
} from "#contract/list-columns/list-columns.ts";
import { apiQuery, callApi } from "#web/api.ts";
import type { ColumnChoice } from "#web/ui/column-choice.ts";
import { useOptimisticChange } from "./use-change.ts";

const query = apiQuery(getListColumns);

/** The columns that whoever is signed in chose for a list, on every device of theirs. */
export function useListColumns(list: ListName): ColumnChoice {
  const { data, isPending } = useQuery(query);
  const { mutate } = useOptimisticChange({
    change: (columns: string[] | null) =>
      columns
        ? callApi(chooseListColumns, { params: { list }, body: { columns } })
        : callApi(resetListColumns, { params: { list } }),
    queryKey: query.queryKey,
    show: (known: ListColumns[], columns) => [
      ...known.filter((one) => one.list !== list),
      ...(columns ? [{ list, columns }] : []),
    ],
    shownByAnswer: true,
    inTurn: "columns of lists",
    refresh: async () => {},
    done: () => undefined,
    failed: () => "Your columns could not be saved",
  });
  const chosen = data?.find((one) => one.list === list)?.columns;
  return useMemo(
    () => ({ chosen, isKnown: !isPending, choose: (columns) => mutate(columns), reset: () => mutate(null) }),
    [chosen, isPending, mutate],
  );
}
