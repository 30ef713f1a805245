import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { deleteTag, longestTagName, renameTag, type Tag } from "#contract/tags/tags.ts";
import { callApi } from "#web/api.ts";
import { useChange } from "#web/layout/use-change.ts";
import { useUndo } from "#web/layout/use-undo.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { peopleText } from "#web/ui/people-text.ts";
import { nameProblem, tagFailure, useTagRefresh, useTags } from "./use-tags.ts";

type TagsDialogProps = { open: boolean; onClose: () => void };

/** All tags of the creator's, to be renamed or deleted. */
export function TagsDialog({ open, onClose }: TagsDialogProps) {
  const { tags } = useTags();
  const [edited, setEdited] = useState<{ id: string; isOpen: boolean }>();
  const refresh = useTagRefresh();
  const undo = useUndo(refresh);
  const remove = useChange({
    change: ({ id }: Tag) => callApi(deleteTag, { params: { id } }),
    refresh,
    done: ({ deletionId }, tag) => ({
      text: `“${isolated(tag.name)}” was deleted. ${whatIsLost(tag)}`,
      undo: () => undo(deletionId),
    }),
    failed: tagFailure("The tag could not be deleted"),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Tags"
      description="Your own words about people. Nobody else sees them."
      size="sm"
    >
      {tags.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          There are none. Give somebody a tag, and it stands here.
        </p>
      ) : (
        <ul className="-mx-1 divide-y divide-border">
          {tags.map((tag) => (
            <li key={tag.id} className="px-1 py-2">
              {edited?.id === tag.id && edited.isOpen ? (
                <RenameForm tag={tag} onDone={() => setEdited({ id: tag.id, isOpen: false })} />
              ) : (
                <div className="flex items-center gap-1 text-sm">
                  <div className="mr-auto grid min-w-0 gap-0.5">
                    <span dir="auto" className="font-medium wrap-anywhere">
                      {tag.name}
                    </span>
                    <span className="text-muted-foreground">{peopleText(tag.people)}</span>
                  </div>
                  <IconButton
                    label={`Rename: ${tag.name}`}
                    // Where the form was, so that whoever works by keyboard goes on there.
                    // oxlint-disable-next-line jsx-a11y/no-autofocus
                    autoFocus={edited?.id === tag.id}
                    onClick={() => setEdited({ id: tag.id, isOpen: true })}
                  >
                    <Pencil aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={`Delete: ${tag.name}`}
                    loading={remove.isPending && remove.variables.id === tag.id}
                    onClick={() => remove.mutate(tag)}
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function RenameForm({ tag: { id, name }, onDone }: { tag: Tag; onDone: () => void }) {
  const [typed, setTyped] = useState(name);
  const refresh = useTagRefresh();
  const rename = useChange({
    change: (next: string) => callApi(renameTag, { params: { id }, body: { name: next } }),
    refresh,
    done: () => {
      onDone();
      return "The tag was renamed";
    },
    failed: tagFailure("The tag could not be renamed"),
  });
  return (
    <form
      noValidate
      className="grid gap-3 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(typed);
      }}
    >
      <Field label="Name" error={nameProblem(rename.error)}>
        <Input
          // It takes the place of what was pressed.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          autoComplete="off"
          maxLength={longestTagName}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="outline" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="sm" loading={rename.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** What of a tag is lost with it, and what becomes of the mailings that go by it. */
const whatIsLost = ({ people, mailings }: Tag) =>
  [
    people === 0 ? "Nobody had it." : `${peopleText(people)} lost it.`,
    mailings > 0 &&
      `${mailings === 1 ? "A mailing goes" : `${mailings} mailings go`} by it: what is asked of this tag there, also of people without it, fits nobody from now on.`,
  ]
    .filter(Boolean)
    .join(" ");
