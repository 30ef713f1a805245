import { Users } from "lucide-react";
import { useState } from "react";
import {
  getOperatorCounts,
  listOperatedCreators,
  type OperatedCreator,
  reinstateStore,
  stopSignInReset,
} from "#contract/operator/operator.ts";
import { callApi, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";
import { CreatorRow } from "./creator-row.tsx";
import { PagedList } from "./paged-list.tsx";
import { ReasonDialog, signInReset, suspension } from "./reason-dialog.tsx";

export type Creator = Output<typeof listOperatedCreators>["creators"][number];
type State = Exclude<OperatedCreator["state"], "ACTIVE">;

const shownIn = [listOperatedCreators, getOperatorCounts];

/** Who sells here, with what became of it; suspends a store, and reinstates it. */
export function Creators() {
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<State | "">("");
  const [suspended, setSuspended] = useState<Creator>();
  const [reinstated, setReinstated] = useState<Creator>();
  const [resetting, setResetting] = useState<Creator>();
  const refresh = useRefresh(shownIn);
  const reinstate = useChange({
    change: ({ id }: Creator) => callApi(reinstateStore, { params: { id } }),
    refresh,
    done: (_, { handle }) => `@${handle} sells again`,
    failed: (_, { handle }) => `@${handle} could not be reinstated. Please try again.`,
  });
  const stopReset = useChange({
    change: ({ id }: Creator) => callApi(stopSignInReset, { params: { id } }),
    refresh,
    done: (_, { handle }) => `The sign-in reset of @${handle} was canceled`,
    failed: (_, { handle }) => `The sign-in reset of @${handle} couldn't be canceled. Please try again.`,
  });
  const q = useDebounced(typed.trim(), 250);
  const filter = { ...(q && { q }), ...(state && { state }) };
  const isFiltered = q !== "" || state !== "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label="Search creators"
          placeholder="Handle, name or address"
          className="sm:w-72"
          value={typed}
          maxLength={200}
          onChange={({ target }) => setTyped(target.value)}
        />
        <NativeSelect
          aria-label="State"
          className="max-sm:w-full sm:w-52"
          value={state}
          onChange={({ target }) => setState(target.value as State | "")}
        >
          <option value="">All creators</option>
          <option value="SUSPENDED">Suspended</option>
          <option value="DELETING">To be deleted</option>
        </NativeSelect>
      </div>
      <PagedList
        name="creators"
        icon={Users}
        queryKey={[listOperatedCreators.url, filter]}
        read={(cursor) =>
          callApi(listOperatedCreators, { querystring: { ...filter, ...(cursor && { cursor }) } })
        }
        rowsOf={({ creators }) => creators}
        renderRow={(creator) => (
          <CreatorRow
            creator={creator}
            onSuspend={() => setSuspended(creator)}
            onReinstate={() => setReinstated(creator)}
            onReset={() => setResetting(creator)}
            onStopReset={() => stopReset.mutate(creator)}
          />
        )}
        empty={
          isFiltered
            ? {
                title: "Nobody fits",
                text: "No creator has these words and this state.",
                action: (
                  <Button
                    variant="outline"
                    onClick={() => {
                      setTyped("");
                      setState("");
                    }}
                  >
                    Show all
                  </Button>
                ),
              }
            : { title: "Nobody yet", text: "Whoever signs in for the first time appears here." }
        }
      />
      <ReasonDialog
        act={suspension}
        creator={suspended}
        refresh={refresh}
        onClose={() => setSuspended(undefined)}
      />
      <ReasonDialog
        act={signInReset}
        creator={resetting}
        refresh={refresh}
        onClose={() => setResetting(undefined)}
      />
      <ConfirmDialog
        open={reinstated !== undefined}
        onOpenChange={() => setReinstated(undefined)}
        title={`Reinstate @${reinstated?.handle ?? ""}?`}
        description="The store sells what it sold before, its replies answer again, memberships go on, and money that waited is paid out. Its creator is told by mail."
        confirmLabel="Reinstate"
        pending={reinstate.isPending}
        onConfirm={() =>
          reinstated && reinstate.mutate(reinstated, { onSettled: () => setReinstated(undefined) })
        }
      />
    </div>
  );
}
