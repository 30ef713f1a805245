import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { type Place, placeName, places } from "./response-texts.ts";

/** `postId` empty: a post that nothing is bound to. */
export type TrialText = { text: string; place: Place; postId: string };

export const newTrial: TrialText = { text: "", place: "DM", postId: "" };

type TrialFieldsProps = { trial: TrialText; onChange: (trial: TrialText) => void };

/** A text to try keywords with, and where a fan would write it. */
export function TrialFields({ trial, onChange }: TrialFieldsProps) {
  return (
    <div className="grid gap-3">
      <Field label="A fan writes">
        <Input
          maxLength={1_000}
          autoComplete="off"
          placeholder="guide please 🙏"
          value={trial.text}
          onChange={(event) => onChange({ ...trial, text: event.currentTarget.value })}
          // Enter is no reason to save what is being tried.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </Field>
      <Field label="As a">
        <NativeSelect
          value={trial.place}
          onChange={(event) =>
            onChange({
              ...trial,
              place: places.find((place) => place === event.currentTarget.value) ?? "DM",
            })
          }
        >
          {places.map((place) => (
            <option key={place} value={place}>
              {placeName[place]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {trial.place === "COMMENT" && (
        <Field label="Under post" aside="Optional">
          <Input
            maxLength={100}
            autoComplete="off"
            placeholder="Post id"
            value={trial.postId}
            onChange={(event) => onChange({ ...trial, postId: event.currentTarget.value })}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        </Field>
      )}
    </div>
  );
}
