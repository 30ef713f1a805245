import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { longest, mostBlockQuestions, mostNetworks } from "#contract/design/block-kinds.ts";
import { networkNames, networkOf } from "#contract/design/networks.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { AddressInput, TextInput } from "./text-inputs.tsx";

type ListProps<Item> = { value: readonly Item[]; onChange: (value: Item[]) => void };

/** Where else a creator is; which network that is, is seen by its address. */
export function SocialFields({ value, onChange }: ListProps<string>) {
  return (
    <>
      <ol className="grid gap-4">
        {value.map((address, index) => (
          // A row is its place: what is typed into it moves with the text.
          <li key={`${index} of ${value.length}`} className="flex items-end gap-1">
            <div className="grow">
              <AddressInput
                label={`Link ${index + 1}`}
                aside={address === "" ? undefined : networkNames[networkOf(address)]}
                value={address}
                placeholder="https://instagram.com/…"
                onChange={(next) => onChange(value.with(index, next))}
              />
            </div>
            <RowTools name={`link ${index + 1}`} index={index} value={value} onChange={onChange} />
          </li>
        ))}
      </ol>
      {value.length < mostNetworks && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...value, ""])}
        >
          <Plus aria-hidden="true" />
          Add a link
        </Button>
      )}
    </>
  );
}

type Question = { question: string; answer: string };

/** Questions with their answers. */
export function FaqFields({ value, onChange }: ListProps<Question>) {
  return (
    <>
      <ol className="grid gap-4">
        {value.map((each, index) => (
          <li
            key={`${index} of ${value.length}`}
            aria-label={`Question ${index + 1}`}
            className="grid gap-3 rounded-xl border border-border p-3"
          >
            <TextInput
              label={`Question ${index + 1}`}
              value={each.question}
              maxLength={longest.question}
              onChange={(question) => onChange(value.with(index, { ...each, question }))}
            />
            <TextInput
              label={`Answer ${index + 1}`}
              isLong
              value={each.answer}
              maxLength={longest.answer}
              onChange={(answer) => onChange(value.with(index, { ...each, answer }))}
            />
            <div className="flex justify-end">
              <RowTools name={`question ${index + 1}`} index={index} value={value} onChange={onChange} />
            </div>
          </li>
        ))}
      </ol>
      {value.length < mostBlockQuestions && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...value, { question: "", answer: "" }])}
        >
          <Plus aria-hidden="true" />
          Add a question
        </Button>
      )}
    </>
  );
}

type ToolsProps<Item> = ListProps<Item> & { name: string; index: number };

function RowTools<Item>({ name, index, value, onChange }: ToolsProps<Item>) {
  const move = (to: number) => {
    const item = value[index];
    if (item !== undefined) onChange(value.toSpliced(index, 1).toSpliced(to, 0, item));
  };
  return (
    <span className="flex">
      <IconButton label={`Move ${name} up`} disabled={index === 0} onClick={() => move(index - 1)}>
        <ArrowUp />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        disabled={index === value.length - 1}
        onClick={() => move(index + 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={() => onChange(value.toSpliced(index, 1))}>
        <Trash2 />
      </IconButton>
    </span>
  );
}
