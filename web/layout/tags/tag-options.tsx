import { useTags } from "./use-tags.ts";

/** The creator's tags, to choose one; `tagId` is the one that is chosen, which may be deleted or not known yet. */
export function TagOptions({ tagId }: { tagId: string | undefined }) {
  const { tags, areKnown } = useTags();
  const isListed = tagId === undefined || tags.some(({ id }) => id === tagId);
  return (
    <>
      {!isListed && <option value={tagId}>{areKnown ? "A tag that was deleted" : "…"}</option>}
      {tags.map(({ id, name }) => (
        <option dir="auto" key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}
