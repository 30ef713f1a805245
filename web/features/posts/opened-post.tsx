import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { getPost } from "#contract/posts/posts.ts";
import { apiQuery } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useOpenedItem } from "#web/layout/use-opened-item.ts";
import { late } from "#web/ui/late.tsx";
import type { MembershipChoice } from "./post-fields.tsx";
import type { PostUploads } from "./post-uploads.ts";

const PostDialog = late(async () => (await import("./post-dialog.tsx")).PostDialog);

type OpenedPostProps = {
  /** A post's id, or "new". */
  opened: string | undefined;
  productId: string;
  memberships: readonly MembershipChoice[];
  uploads: PostUploads;
  onClose: (how: { saved: boolean }) => void;
};

/** The dialog of the post that the address names, once its text is here. */
export function OpenedPost({ opened, onClose, ...dialog }: OpenedPostProps) {
  const wanted = opened !== undefined && opened !== "new";
  const { data: post, error } = useQuery({
    ...apiQuery(getPost, { params: { id: opened ?? "" } }),
    enabled: wanted,
    retry: false,
    // Always as it is now: what an older text is saved over would be refused.
    gcTime: 0,
  });
  useEffect(() => {
    if (!wanted || !error) return;
    reportFailure(error, "This post could not be opened");
    onClose({ saved: true });
  }, [wanted, error, onClose]);
  const { opening, open, item } = useOpenedItem(opened, post ? [post] : []);
  if (opening === 0) return null;
  return (
    <Suspense>
      <PostDialog key={opening} open={open} post={item} onClose={onClose} {...dialog} />
    </Suspense>
  );
}
