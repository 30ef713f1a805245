import { useId } from "react";
import { longestTagName } from "#contract/tags/tags.ts";
import { Input } from "#web/ui/input.tsx";
import { useTags } from "./use-tags.ts";

type TagNameInputProps = {
  label: string;
  value: string;
  onChange: (name: string) => void;
  /** What the server says is wrong with it. */
  problem: string | undefined;
  /** Tags that are not worth suggesting: who is meant has them. */
  without?: readonly { id: string }[];
  className?: string;
};

/** A tag's name as it is typed, with those that there are as suggestions. Give it a form around. */
export function TagNameInput({
  label,
  value,
  onChange,
  problem,
  without = [],
  className,
}: TagNameInputProps) {
  const id = useId();
  const tags = useTags().tags.filter((tag) => without.every((known) => known.id !== tag.id));
  return (
    <div className={className}>
      <Input
        list={`${id}-tags`}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={longestTagName}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...(problem !== undefined && { "aria-invalid": true, "aria-describedby": `${id}-problem` })}
      />
      <datalist id={`${id}-tags`}>
        {tags.map((tag) => (
          <option dir="auto" key={tag.id} value={tag.name}>
            {tag.name}
          </option>
        ))}
      </datalist>
      {problem !== undefined && (
        <p
          id={`${id}-problem`}
          role="alert"
          className="mt-1.5 text-sm font-medium text-destructive-soft-foreground"
        >
          {problem}
        </p>
      )}
    </div>
  );
}
