import { X } from "lucide-react";

type TagButtonsProps = {
  tags: readonly { id: string; name: string }[];
  /** The tag that is being removed. */
  busyId?: string | undefined;
  onRemove: (tagId: string) => void;
};

/** Somebody's tags, each with a press to remove it; nothing without any. */
export function TagButtons({ tags, busyId, onRemove }: TagButtonsProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag.id} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove tag: ${tag.name}`}
            disabled={busyId === tag.id}
            onClick={() => onRemove(tag.id)}
            className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-input px-3 text-sm transition-colors hover:bg-accent disabled:opacity-50 pointer-coarse:h-11 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
          >
            <span dir="auto" className="truncate">
              {tag.name}
            </span>
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
