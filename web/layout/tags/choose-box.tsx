import { Checkbox } from "#web/ui/checkbox.tsx";

type ChooseBoxProps = { label: string; isChosen: boolean; onChange: (isChosen: boolean) => void };

/** Chooses a row, or all that are shown; as large as a thumb needs it. */
export const ChooseBox = ({ label, isChosen, onChange }: ChooseBoxProps) => (
  <label className="-m-2.5 grid size-10 shrink-0 place-items-center pointer-coarse:-m-3 pointer-coarse:size-11">
    <span className="sr-only">{label}</span>
    <Checkbox checked={isChosen} onChange={({ target }) => onChange(target.checked)} />
  </label>
);
