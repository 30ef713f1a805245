import { Ellipsis, Image, Paperclip, Pencil, Trash2 } from "lucide-react";
import { dayText, momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { type ListedPost, visibilityOf } from "./post-values.ts";

type PostRowProps = { post: ListedPost; now: Date; onEdit: () => void; onRemove: () => void };

/** One post of its creator's list. */
export function PostRow({ post, now, onEdit, onRemove }: PostRowProps) {
  const { productId, hasImage, hasAttachment } = post;
  const title = titleOf(post);
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-6">
      <div className="grid min-w-0 grow gap-1">
        <button
          dir="auto"
          type="button"
          onClick={onEdit}
          className="w-fit max-w-full truncate rounded-sm text-left text-sm font-medium underline-offset-4 hover:underline pointer-coarse:py-2"
        >
          {title}
        </button>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
          <PostState post={post} now={now} />
          {productId === null && <span>Every membership</span>}
          {hasImage && (
            <span className="flex items-center gap-1">
              <Image className="size-3.5" aria-hidden="true" /> Image
            </span>
          )}
          {hasAttachment && (
            <span className="flex items-center gap-1">
              <Paperclip className="size-3.5" aria-hidden="true" /> Attachment
            </span>
          )}
        </p>
      </div>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`More actions: ${title}`}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onClick={onEdit}>
          <Pencil aria-hidden="true" /> Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem destructive onClick={onRemove}>
          <Trash2 aria-hidden="true" /> Delete
        </MenuItem>
      </Menu>
    </li>
  );
}

/** A draft may have none yet. */
export const titleOf = ({ title }: Pick<ListedPost, "title">): string => title || "Untitled draft";

function PostState({ post, now }: Pick<PostRowProps, "post" | "now">) {
  const zone = useZone();
  const publishedAt = post.publishedAt ?? "";
  switch (visibilityOf(post, now)) {
    case "DRAFT":
      return <Badge>Draft</Badge>;
    case "SCHEDULED":
      return <Badge tone="info">From {momentText(publishedAt, zone)}</Badge>;
    case "PUBLISHED":
      return (
        <>
          <Badge tone="success">Published</Badge>
          <span>{dayText(publishedAt, zone)}</span>
        </>
      );
  }
}
