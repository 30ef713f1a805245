import { Tags } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { TagOptions } from "./tag-options.tsx";
import { TagsDialog } from "./tags-dialog.tsx";
import { useTagSearch } from "./use-tag-search.ts";
import { useTags } from "./use-tags.ts";

/** Narrows a list to a tag, in the address; nothing while there are no tags. */
export function TagFilter({ className }: { className?: string }) {
  const { tags } = useTags();
  const [tagId, setTagId] = useTagSearch();
  if (tags.length === 0 && tagId === undefined) return null;
  return (
    <NativeSelect
      aria-label="Tag"
      {...(className !== undefined && { className })}
      value={tagId ?? ""}
      onChange={({ target }) => setTagId(target.value || undefined)}
    >
      <option value="">All tags</option>
      <TagOptions tagId={tagId} />
    </NativeSelect>
  );
}

/** Opens the dialog in which tags are renamed and deleted; nothing while there are none. */
export function TagsButton() {
  const [isOpen, setIsOpen] = useState(false);
  if (useTags().tags.length === 0 && !isOpen) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        <Tags aria-hidden="true" /> Tags
      </Button>
      <TagsDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
