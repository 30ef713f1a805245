import { Tag } from "lucide-react";
import { useState } from "react";
import { mostTagsOfPerson, type TagChange } from "#contract/tags/tags.ts";
import { useChange } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { peopleText } from "#web/ui/people-text.ts";
import { TagNameInput } from "./tag-name-input.tsx";
import type { Choice } from "./use-choice.ts";
import { nameProblem, tagFailure, useTagRefresh } from "./use-tags.ts";

type TagBarProps = {
  choice: Choice;
  /** How many the filter finds. */
  total: number;
  /** Gives the tag to who is chosen or takes it; `ids` null: all that the filter finds. */
  change: (input: { name: string; isTagged: boolean; ids: string[] | null }) => Promise<TagChange>;
};

/** What can be done with the rows that are chosen, at the foot of the screen; nothing while none are. */
export function TagBar({ choice, total, change }: TagBarProps) {
  const [name, setName] = useState("");
  const refresh = useTagRefresh();
  const tag = useChange({
    change,
    refresh,
    done: (changed, input) => {
      choice.clear();
      setName("");
      return doneText(changed, input);
    },
    failed: tagFailure("Nothing was changed. Please try again."),
  });
  const { ids, isAll, chooseAll, clear } = choice;
  if (ids.size === 0 && !isAll) return null;
  const send = (isTagged: boolean) => tag.mutate({ name, isTagged, ids: isAll ? null : [...ids] });
  const isNamed = name.trim() !== "";
  return (
    <Card className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 mt-4 shadow-lg lg:bottom-4">
      <section aria-label="Chosen people" className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3 sm:px-5">
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 text-sm max-sm:w-full">
          <span role="status" className="font-medium tabular-nums">
            {isAll ? `All ${counted(total)} chosen` : `${counted(ids.size)} chosen`}
          </span>
          {!isAll && total > ids.size && (
            <Button variant="outline" size="sm" onClick={chooseAll}>
              Choose all {counted(total)}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={clear}>
            Clear
          </Button>
        </div>
        <form
          noValidate
          className="flex grow flex-wrap items-start justify-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (isNamed) send(true);
          }}
        >
          <TagNameInput
            label="Tag"
            className="min-w-40 grow sm:max-w-64"
            value={name}
            onChange={setName}
            problem={nameProblem(tag.error)}
          />
          <Button
            type="submit"
            disabled={!isNamed}
            loading={tag.isPending && tag.variables.isTagged}
            className="max-sm:grow"
          >
            <Tag aria-hidden="true" /> Add tag
          </Button>
          <Button
            variant="outline"
            disabled={!isNamed}
            loading={tag.isPending && !tag.variables.isTagged}
            className="max-sm:grow"
            onClick={() => send(false)}
          >
            Remove tag
          </Button>
        </form>
      </section>
    </Card>
  );
}

const counted = (count: number) => count.toLocaleString("en-US");

function doneText({ people, full }: TagChange, { name, isTagged }: { name: string; isTagged: boolean }) {
  const tag = `“${name.trim()}”`;
  if (!isTagged) return people === 0 ? `None of them had ${tag}` : `${peopleText(people)} lost ${tag}`;
  const given =
    people === 0
      ? full === 0
        ? `All of them had ${tag}`
        : `Nobody was given ${tag}`
      : `${peopleText(people)} ${people === 1 ? "was" : "were"} given ${tag}`;
  return full === 0
    ? given
    : `${given}; ${peopleText(full)} ${full === 1 ? "has" : "have"} ${mostTagsOfPerson} tags already`;
}
