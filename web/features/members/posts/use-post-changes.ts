import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createPost, deletePost, listProductPosts, updatePost } from "#contract/posts.ts";
import { apiKey, apiMutation } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";

/** Reads the list again; a post itself is read whenever it is opened. */
function usePostRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: apiKey(listProductPosts) });
}

/** Writes the post form: a new post, or changes of one. Failures are the form's to show. */
export function usePostSaving() {
  const refresh = usePostRefresh();
  const create = useMutation({ ...apiMutation(createPost), onSuccess: refresh });
  const update = useMutation({ ...apiMutation(updatePost), onSuccess: refresh });
  return { create, update };
}

export function usePostRemoval() {
  const refresh = usePostRefresh();
  return useMutation({
    ...apiMutation(deletePost),
    onSuccess: async () => {
      await refresh();
      toast({ title: "Success", description: "Post deleted successfully" });
    },
    onError: (error) => reportFailure(error, "Failed to delete post"),
  });
}
