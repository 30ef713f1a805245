import { useId, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { useProductFields } from "./product-form-values.ts";
import { ProductSwitch } from "./product-switch.tsx";

const sources = [
  { value: "UPLOAD", label: "Upload a file" },
  { value: "LINK", label: "Link to a file" },
] as const;

type ProductFileFieldsProps = {
  /** The field that takes the file. */
  upload: ReactNode;
  /** What comes with another file than the product has. */
  news: ReactNode;
};

/** What a download delivers, and for how long and how often. */
export function ProductFileFields({ upload, news }: ProductFileFieldsProps) {
  const { control, register, formState } = useProductFields();
  const { errors } = formState;
  const [source, limited, expirationDays, maxDownloads] = useWatch({
    control,
    name: ["fileSource", "limitDownloads", "expirationDays", "maxDownloads"],
  });
  const id = useId();
  return (
    <div className="grid gap-5">
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Digital file</legend>
        <div className="flex w-fit max-w-full gap-1 rounded-xl bg-muted p-1">
          {sources.map(({ value, label }) => (
            <label
              key={value}
              className="relative cursor-pointer rounded-lg px-3 py-1.5 text-sm font-medium text-muted-foreground transition-colors has-checked:bg-card has-checked:text-foreground has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:py-2.5"
            >
              <input type="radio" value={value} className="sr-only" {...register("fileSource")} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {source === "UPLOAD" ? (
        // The field of another feature names itself; here it only takes the focus when the file is missing.
        <div
          role="group"
          aria-label="File"
          data-invalid={errors.file ? true : undefined}
          aria-describedby={errors.file ? `${id}-file` : undefined}
          className="grid gap-1.5"
        >
          {upload}
          {errors.file && (
            <p
              id={`${id}-file`}
              role="alert"
              className="text-sm font-medium text-destructive-soft-foreground"
            >
              {errors.file.message}
            </p>
          )}
          {news}
        </div>
      ) : (
        <Field
          label="External download URL"
          required
          hint="Buyers are sent here after payment, so keep it working."
          error={errors.externalUrl?.message}
        >
          <Input
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={2000}
            {...register("externalUrl")}
          />
        </Field>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Download button text" error={errors.downloadButtonText?.message}>
          <Input maxLength={60} placeholder="Download Here" {...register("downloadButtonText")} />
        </Field>
        <NumberField
          kind="whole"
          text={expirationDays}
          label="Expiration days"
          aside="Optional"
          hint="How long a buyer can download, 1 to 365. Blank: for ever."
          error={errors.expirationDays?.message}
          placeholder="Never expires"
          {...register("expirationDays")}
        />
        <div className="sm:pt-7">
          <ProductSwitch name="limitDownloads" label="Limit downloads" />
        </div>
        {limited && (
          <NumberField
            kind="whole"
            text={maxDownloads}
            label="Maximum downloads"
            hint="Per buyer, 1 to 100."
            error={errors.maxDownloads?.message}
            {...register("maxDownloads")}
          />
        )}
      </div>
    </div>
  );
}
