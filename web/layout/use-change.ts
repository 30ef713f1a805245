import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "#web/ui/toast.ts";
import { askBeforeUnload } from "./ask-before-unload.ts";
import { reportFailure } from "./report-failure.ts";

/** Reads again whatever shows what was changed: `shownIn` are the calls that answer with it. */
export function useRefresh(shownIn: readonly { url: string }[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return useCallback(
    () => Promise.all(shownIn.map(({ url }) => queryClient.invalidateQueries({ queryKey: [url] }))),
    [queryClient, shownIn],
  );
}

/** What was done, in words, and how it is taken back where it can be; or that nothing of it could be. */
type Told = string | { text: string; undo?: () => void; isRefusal?: boolean };

type Change<Input, Output> = {
  change: (input: Input) => Promise<Output>;
  refresh: () => Promise<unknown>;
  /** What to say of it; undefined: nothing. */
  done: (output: Output, input: Input) => Told | undefined;
  failed: (error: Error, input: Input) => string | undefined;
};

/** A change that is shown once the server has made it. Says how it went. */
export function useChange<Input, Output>({ change, refresh, done, failed }: Change<Input, Output>) {
  return useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      await refresh();
      tell(done(output, input));
    },
    onError: (error, input) => {
      toastFailure(error, failed(error, input));
      // What is shown may be why: somebody changed it elsewhere.
      void refresh();
    },
  });
}

type OptimisticChange<Input, Output, Shown> = Change<Input, Output> & {
  /** Where it is shown at once. */
  queryKey: QueryKey;
  show: (shown: Shown, input: Input) => Shown;
  /** The answer is what is shown from then on; else `refresh` reads it. */
  shownByAnswer?: true;
  /** Changes of one name go out one after the other: the last one chosen is the one that stays. */
  inTurn?: string;
};

/** A change that is shown at once: on what, how, and until when its tab asks before it is closed. */
type Made<Shown> = {
  before: Shown | undefined;
  show: (shown: Shown | undefined) => Shown | undefined;
  release: () => void;
};

/**
 * A change that is shown at once, and taken back if the server refuses; those that were made after it stay. Says how it went.
 * Closing the tab asks first while any is not answered. Never for money.
 */
export function useOptimisticChange<Input, Output, Shown>({
  change,
  refresh,
  done,
  failed,
  queryKey,
  show,
  shownByAnswer,
  inTurn,
}: OptimisticChange<Input, Output, Shown>) {
  const queryClient = useQueryClient();
  const mutationKey = ["shown at once", queryKey];
  const filters = { mutationKey, exact: true };
  // An answer from before the next one, and what is read then, would take that back for a moment.
  const isLast = () => queryClient.isMutating(filters) === 1;
  return useMutation({
    ...(inTurn !== undefined && { scope: { id: inTurn } }),
    mutationKey,
    mutationFn: change,
    onMutate: async (input): Promise<Made<Shown>> => {
      const release = askBeforeUnload();
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Shown>(queryKey);
      const made: Made<Shown> = { before, show: (shown) => shown && show(shown, input), release };
      queryClient.setQueryData(queryKey, made.show(before));
      return made;
    },
    onSuccess: (output, input) => {
      if (shownByAnswer && isLast()) queryClient.setQueryData(queryKey, output);
      tell(done(output, input));
    },
    onError: (error, input, made) => {
      const all = queryClient.getMutationCache().findAll(filters);
      const changes = all.map(({ state }) => state.context as Made<Shown> | undefined);
      // What was shown after it stands on what was there before it.
      let shown = made?.before;
      for (const later of changes.slice(changes.indexOf(made) + 1)) {
        if (!later) continue;
        later.before = shown;
        shown = later.show(shown);
      }
      queryClient.setQueryData(queryKey, shown);
      if (made) made.show = (shown) => shown;
      // It may have arrived all the same.
      if (shownByAnswer) void queryClient.invalidateQueries({ queryKey });
      toastFailure(error, failed(error, input));
    },
    onSettled: (_output, _error, _input, made) => {
      made?.release();
      if (isLast()) void refresh();
    },
  });
}

/** A list in which one row is changed. */
export const withRow = <Row extends { id: string }>(rows: Row[], id: string, change: Partial<Row>): Row[] =>
  rows.map((row) => (row.id === id ? { ...row, ...change } : row));

function tell(told: Told | undefined) {
  if (told === undefined) return;
  const { text, undo, isRefusal = false } = typeof told === "string" ? { text: told } : told;
  toast({
    title: isRefusal ? "Error" : "Success",
    description: text,
    ...(isRefusal && { variant: "destructive" }),
    ...(undo && { undo }),
  });
}

function toastFailure(error: unknown, text: string | undefined) {
  if (text !== undefined) reportFailure(error, text);
}
