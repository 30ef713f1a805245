import { useId } from "react";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { languageOptions } from "./caption-languages.ts";

type LanguageSelectProps = {
  label: string;
  value: string;
  /** Languages that have captions already. */
  taken: readonly string[];
  onChange: (language: string) => void;
};

/** The language of a captions file. */
export function LanguageSelect({ label, value, taken, onChange }: LanguageSelectProps) {
  const id = useId();
  return (
    <NativeSelect
      // Its own: a Field around an editor names the text.
      id={id}
      aria-describedby={undefined}
      aria-invalid={undefined}
      required={undefined}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className="w-44"
    >
      {languageOptions([...taken, value]).map(({ code, name }) => (
        <option key={code} value={code} disabled={code !== value && taken.includes(code)}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
