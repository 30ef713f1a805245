import { deletePost, listProductPosts } from "#contract/posts/posts.ts";
import { callApi } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { useUndo } from "#web/layout/use-undo.ts";

const shownIn = [listProductPosts];

/** Reads the list again; a post itself is read whenever it is opened. */
export const usePostRefresh = () => useRefresh(shownIn);

export function usePostRemoval() {
  const refresh = usePostRefresh();
  const undo = useUndo(refresh);
  return useChange({
    change: (id: string) => callApi(deletePost, { params: { id } }),
    refresh,
    done: ({ deletionId }) => ({ text: "Post deleted successfully", undo: () => undo(deletionId) }),
    failed: () => "Failed to delete post",
  });
}
