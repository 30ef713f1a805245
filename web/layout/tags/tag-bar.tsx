import { Tag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { mostTagsOfPerson, type TagChange } from "#contract/tags/tags.ts";
import { ChoiceBar } from "#web/layout/choice/choice-bar.tsx";
import { useChange } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { peopleText } from "#web/ui/people-text.ts";
import { TagNameInput } from "./tag-name-input.tsx";
import type { Choice } from "#web/layout/choice/use-choice.ts";
import { nameProblem, tagFailure, useTagRefresh } from "./use-tags.ts";

type TagBarProps = {
  choice: Choice;
  /** How many the filter finds. */
  total: number;
  /** Gives the tag to who is chosen or takes it; `ids` null: all that the filter finds. */
  change: (input: { name: string; isTagged: boolean; ids: string[] | null }) => Promise<TagChange>;
  /** What makes a file of them. */
  exporting: ReactNode;
};

/** What can be done with the rows that are chosen, at the foot of the screen; nothing while none are. */
export function TagBar({ choice, total, change, exporting }: TagBarProps) {
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
  const { ids, isAll } = choice;
  const send = (isTagged: boolean) => tag.mutate({ name, isTagged, ids: isAll ? null : [...ids] });
  const isNamed = name.trim() !== "";
  return (
    <ChoiceBar label="Chosen people" choice={choice} total={total}>
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
        {exporting}
      </form>
    </ChoiceBar>
  );
}

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
