import { deletePost, listProductPosts } from "#contract/posts/posts.ts";
import { callApi, type Input } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";

const shownIn = [listProductPosts];

/** Reads the list again; a post itself is read whenever it is opened. */
export const usePostRefresh = () => useRefresh(shownIn);

export function usePostRemoval() {
  return useChange({
    change: (input: Input<typeof deletePost>) => callApi(deletePost, input),
    refresh: usePostRefresh(),
    done: () => "Post deleted successfully",
    failed: () => "Failed to delete post",
  });
}
