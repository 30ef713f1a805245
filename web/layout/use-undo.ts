import { undoDeletion } from "#contract/deletions/deletions.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { useChange } from "./use-change.ts";

/** Puts back what was deleted, and says so: for the `undo` of what a deletion tells. `refresh` reads what shows it. */
export function useUndo(refresh: () => Promise<unknown>): (deletionId: string) => void {
  const { mutate } = useChange({
    change: (id: string) => callApi(undoDeletion, { params: { id } }),
    refresh,
    done: () => "It is back as it was",
    failed: (error) => errorMessage(error, "It could not be put back"),
  });
  return mutate;
}
