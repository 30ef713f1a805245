import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { tagCustomer, untagCustomer } from "#contract/tags/tags.ts";
import { callApi } from "#web/api.ts";
import { TagButtons } from "#web/layout/tags/tag-buttons.tsx";
import { TagNameInput } from "#web/layout/tags/tag-name-input.tsx";
import { nameProblem, tagFailure, useTagRefresh } from "#web/layout/tags/use-tags.ts";
import { useChange } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

type CustomerTagsProps = { customerId: string; tags: readonly { id: string; name: string }[] };

/** What the creator keeps about a customer in a word: a press takes a tag away, a name that is typed adds one. */
export function CustomerTags({ customerId: id, tags }: CustomerTagsProps) {
  const [name, setName] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const refresh = useTagRefresh();
  const add = useChange({
    change: (typed: string) => callApi(tagCustomer, { params: { id }, body: { name: typed } }),
    refresh,
    done: () => {
      setName("");
      return undefined;
    },
    failed: tagFailure("The tag could not be added"),
  });
  const remove = useChange({
    change: (tagId: string) => callApi(untagCustomer, { params: { id, tagId } }),
    refresh,
    done: () => {
      // The pressed button is gone, so the focus moves beside it.
      form.current?.querySelector("input")?.focus();
      return undefined;
    },
    failed: tagFailure("The tag could not be removed"),
  });
  return (
    <Card className="mb-5 grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-2">
        <h3 className="text-xs text-muted-foreground">Tags</h3>
        {tags.length === 0 ? (
          <p className="text-sm text-muted-foreground">None yet</p>
        ) : (
          <TagButtons
            tags={tags}
            busyId={remove.isPending ? remove.variables : undefined}
            onRemove={remove.mutate}
          />
        )}
      </div>
      <form
        noValidate
        ref={form}
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") add.mutate(name);
        }}
      >
        <TagNameInput
          label="Add a tag"
          className="grow sm:w-56"
          value={name}
          onChange={setName}
          problem={nameProblem(add.error)}
          without={tags}
        />
        <Button type="submit" variant="outline" disabled={name.trim() === ""} loading={add.isPending}>
          <Plus aria-hidden="true" /> Add
        </Button>
      </form>
    </Card>
  );
}
