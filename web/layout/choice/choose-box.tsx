import { useId } from "react";
import { Checkbox } from "#web/ui/checkbox.tsx";

type ChooseBoxProps = { label: string; isChosen: boolean; onChange: (isChosen: boolean) => void };

/** Chooses a row, or all that are shown; as large as a thumb needs it. */
export function ChooseBox({ label, isChosen, onChange }: ChooseBoxProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="-m-2.5 grid size-10 shrink-0 place-items-center pointer-coarse:-m-3 pointer-coarse:size-11"
    >
      <Checkbox
        id={id}
        aria-label={label}
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
