import { type QueryClient, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  createLesson,
  createModule,
  deleteLesson,
  deleteModule,
  orderCourse,
  renameModule,
} from "#contract/courses/course-editor.ts";
import { ApiError, callApi } from "#web/api.ts";
import { askBeforeUnload } from "#web/layout/ask-before-unload.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import { type CourseDraft, courseDraftQuery, inOrder, orderOf, withLessons } from "./course-draft.ts";
import { isSameOrder, type OutlineOrder } from "./outline-order.ts";

const pendingChanges = (productId: string) =>
  ({ mutationKey: ["course outline", productId], status: "pending" }) as const;

/**
 * Changes of the outline. They go out one after the other; each says when it failed, and then rejects. Closing the tab asks
 * first while any is not made; on another screen of the app they go on.
 */
export function useCourseChanges(productId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = courseDraftQuery(productId);
  const filters = pendingChanges(productId);
  const waiting = useMutationState({ filters }).length;

  const change = useMutation({
    mutationKey: filters.mutationKey,
    scope: { id: `course ${productId}` },
    mutationFn: ({ call }: Change) => call(),
    onSuccess: async (draft) => {
      // A reading that is under way might bring what was before.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (known) => withLessons(draft, known));
    },
    onError: (error, { failed }) => {
      void queryClient.invalidateQueries({ queryKey });
      const isStale = error instanceof ApiError && [404, 409].includes(error.status);
      if (!isStale) return reportFailure(error, failed);
      toast({
        title: "The course was changed in another tab",
        description: "Its outline has been loaded again. Please make your change once more.",
        variant: "destructive",
      });
    },
  });

  function run(failed: string, call: Change["call"], order?: OutlineOrder) {
    const release = askBeforeUnload();
    return change.mutateAsync({ call, failed, order }).finally(release);
  }

  return {
    /** A change is on its way. */
    isChanging: waiting > 0,
    addModule: (title: string) =>
      run("Failed to add the module", () =>
        callApi(createModule, { params: { productId }, body: { title } }),
      ),
    renameModule: (moduleId: string, title: string) =>
      run("Failed to rename the module", () =>
        callApi(renameModule, { params: { productId, moduleId }, body: { title } }),
      ),
    removeModule: (moduleId: string) =>
      run("Failed to delete the module", () => callApi(deleteModule, { params: { productId, moduleId } })),
    addLesson: (moduleId: string, title: string) =>
      run("Failed to add the lesson", () =>
        callApi(createLesson, { params: { productId, moduleId }, body: { title } }),
      ),
    removeLesson: (lessonId: string) =>
      run("Failed to delete the lesson", () => callApi(deleteLesson, { params: { productId, lessonId } })),
    /** Shown at once by `useShownDraft`, until the server has answered. */
    reorder: (order: OutlineOrder) =>
      run("Failed to change the order", () => sendNewestOrder(queryClient, productId), order),
  };
}

/**
 * The outline in the order that was chosen last, though the server may not know of it yet. Where `draft` is read: one that a
 * parent hands down is older for a moment than the change that has brought it.
 */
export function useShownDraft(productId: string, draft: CourseDraft | undefined): CourseDraft | undefined {
  const changes = useMutationState({ filters: pendingChanges(productId), select: changeOf });
  return useMemo(() => draft && withMoves(draft, changes), [draft, changes]);
}

/** Sends what all the moves that wait come to, beside what was added meanwhile: those whose turn comes next find it made. */
async function sendNewestOrder(queryClient: QueryClient, productId: string): Promise<CourseDraft> {
  const known = await queryClient.ensureQueryData(courseDraftQuery(productId));
  const changes = queryClient.getMutationCache().findAll(pendingChanges(productId)).map(changeOf);
  const modules = orderOf(withMoves(known, changes));
  if (isSameOrder(modules, orderOf(known))) return known;
  return callApi(orderCourse, { params: { productId }, body: { modules } });
}

function withMoves(draft: CourseDraft, changes: Change[]): CourseDraft {
  const order = changes.findLast((change) => change.order)?.order;
  return order ? inOrder(draft, order) : draft;
}

const changeOf = ({ state }: { state: { variables: unknown } }) => state.variables as Change;

type Change = {
  call: () => Promise<CourseDraft>;
  /** What to say when it fails. */
  failed: string;
  /** Of a move: where everything is then. */
  order: OutlineOrder | undefined;
};
