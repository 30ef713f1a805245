import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "#web/ui/toast.ts";
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

/** A change that is shown at once, and taken back if the server refuses. Says how it went. Never for money. */
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
  return useMutation({
    ...(inTurn !== undefined && { scope: { id: inTurn } }),
    mutationKey: ["shown at once", queryKey],
    mutationFn: change,
    onMutate: async (input) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Shown>(queryKey);
      if (before !== undefined) queryClient.setQueryData(queryKey, show(before, input));
      return { before };
    },
    onSuccess: (output, input) => {
      // An answer from before the next change would take that back for a moment.
      const isLast = queryClient.isMutating({ mutationKey: ["shown at once", queryKey] }) === 1;
      if (shownByAnswer && isLast) queryClient.setQueryData(queryKey, output);
      tell(done(output, input));
    },
    onError: (error, input, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      toastFailure(error, failed(error, input));
    },
    onSettled: refresh,
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
