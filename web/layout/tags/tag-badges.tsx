import { Tag } from "lucide-react";
import { Badge } from "#web/ui/badge.tsx";

/** In a list there is room for so many. */
const mostShown = 4;

/** The tags that somebody in a list has; nothing without any. */
export function TagBadges({ tags }: { tags: readonly { id: string; name: string }[] }) {
  if (tags.length === 0) return null;
  const hidden = tags.slice(mostShown);
  return (
    <span className="flex max-w-full flex-wrap gap-1.5">
      <span className="sr-only">Tags:</span>
      {tags.slice(0, mostShown).map(({ id, name }) => (
        <Badge key={id} tone="outline" className="max-w-48">
          <Tag aria-hidden="true" className="shrink-0" />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </Badge>
      ))}
      {hidden.length > 0 && (
        <span title={hidden.map(({ name }) => name).join(", ")}>
          <Badge tone="outline">{hidden.length} more</Badge>
        </span>
      )}
    </span>
  );
}
