import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ListFilter, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import {
  deleteSavedFilter,
  type FilteredList,
  listSavedFilters,
  longestFilter,
  type SavedFilter,
  saveFilter,
} from "#contract/saved-filters/saved-filters.ts";
import { apiQuery, callApi, type Input } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { useUndo } from "#web/layout/use-undo.ts";
import { useSearchChange } from "#web/layout/use-search-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { addressOfFilter, filterInAddress, keysOf } from "./filter-address.ts";
import { SaveFilterDialog } from "./save-filter-dialog.tsx";

const shownIn = [listSavedFilters];

/** The filters that a creator keeps of a list: one is a press away, and the one that is shown can be kept. */
export function SavedFilters({ list }: { list: FilteredList }) {
  const { data: saved = [] } = useQuery(apiQuery(listSavedFilters, { querystring: { list } }));
  const search: Record<string, unknown> = useSearch({ strict: false });
  const changeSearch = useSearchChange();
  const { save, remove } = useFilterChanges();
  const [isNaming, setNaming] = useState(false);
  const shown = filterInAddress(list, search);
  const current = saved.find((filter) => filter.search === shown);
  const canSave = shown !== "" && shown.length <= longestFilter && !current;
  if (saved.length === 0 && !canSave) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button variant="outline" className="max-w-48 min-w-32 grow basis-32 justify-start">
            <ListFilter aria-hidden="true" />
            <span dir="auto" className="truncate">
              {current?.name ?? "Saved filters"}
            </span>
          </Button>
        }
      >
        {saved.map((filter) => (
          <MenuItem
            key={filter.id}
            onClick={() =>
              changeSearch({ ...noneOf(list), page: undefined, ...addressOfFilter(list, filter.search) })
            }
          >
            <span dir="auto" className="max-w-64 truncate">
              {filter.name}
            </span>
          </MenuItem>
        ))}
        {saved.length > 0 && (canSave || current) && <MenuSeparator />}
        {canSave && (
          <MenuItem onClick={() => setNaming(true)}>
            <Plus aria-hidden="true" /> Save this filter
          </MenuItem>
        )}
        {current && (
          <MenuItem destructive onClick={() => remove.mutate(current)}>
            <Trash2 aria-hidden="true" /> Delete “{isolated(current.name)}”
          </MenuItem>
        )}
      </Menu>
      {isNaming && (
        <SaveFilterDialog
          isTaken={(name) => saved.some((filter) => filter.name.toLowerCase() === name.trim().toLowerCase())}
          save={save}
          onSave={(name) =>
            save.mutate({ body: { list, name, search: shown } }, { onSuccess: () => setNaming(false) })
          }
          onClose={() => {
            setNaming(false);
            save.reset();
          }}
        />
      )}
    </>
  );
}

const noneOf = (list: FilteredList) => Object.fromEntries(keysOf[list].map((key) => [key, undefined]));

function useFilterChanges() {
  const refresh = useRefresh(shownIn);
  const save = useChange({
    change: (input: Input<typeof saveFilter>) => callApi(saveFilter, input),
    refresh,
    done: ({ name }: SavedFilter) => `Filter “${isolated(name)}” saved`,
    // Said beneath the name.
    failed: () => undefined,
  });
  const undo = useUndo(refresh);
  const remove = useChange({
    change: ({ id }: SavedFilter) => callApi(deleteSavedFilter, { params: { id } }),
    refresh,
    done: ({ deletionId }, { name }) => ({
      text: `Filter “${isolated(name)}” deleted`,
      undo: () => undo(deletionId),
    }),
    failed: () => "The filter could not be deleted",
  });
  return { save, remove };
}
