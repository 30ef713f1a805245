import { useWatch } from "react-hook-form";
import { zoneText } from "#contract/dates.ts";
import { zonesWith } from "#web/ui/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { useProductFields } from "./product-form-values.ts";

/** When an event takes place, and where: what is typed is by the clocks of its zone. */
export function ProductEventFields() {
  const { control, register, formState } = useProductFields();
  const { errors } = formState;
  const zone = useWatch({ control, name: "eventZone" });
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field
          label={`Begins (${zoneText(zone)})`}
          error={errors.eventStarts?.message}
          hint="From then on it is not sold."
        >
          <Input type="datetime-local" {...register("eventStarts")} />
        </Field>
        <Field label={`Ends (${zoneText(zone)})`} error={errors.eventEnds?.message}>
          <Input type="datetime-local" {...register("eventEnds")} />
        </Field>
      </div>
      <Field label="Time zone" error={errors.eventZone?.message} hint="Whose clocks the two go by.">
        <NativeSelect {...register("eventZone")}>
          {zonesWith(zone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll("_", " ")}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field
        label="Place"
        aside="Optional"
        error={errors.eventPlace?.message}
        hint="Everybody sees it: an address, or 'Online'."
      >
        <Input maxLength={200} autoComplete="off" {...register("eventPlace")} />
      </Field>
      <Field
        label="Link to join"
        aside="Optional"
        error={errors.eventLink?.message}
        hint="Only its buyers see it."
      >
        <Input
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          {...register("eventLink")}
        />
      </Field>
    </>
  );
}
