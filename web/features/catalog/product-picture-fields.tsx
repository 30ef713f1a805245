import { ArrowLeft, ArrowRight, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { mostPictures } from "#contract/catalog/product-pictures.ts";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ProductFormValues } from "./product-form-values.ts";
import type { ProductUploads } from "./product-uploads.ts";

/** Of the form only what stands here: the paths into a description, whose blocks hold blocks, have no end. */
type Pictures = Pick<ProductFormValues, "pictures">;

type Props = { CoverUpload: ProductUploads["CoverUpload"]; onBusyChange: (busy: boolean) => void };

/** More pictures for the product's page, in their order, each with words for whoever cannot see it. */
export function ProductPictureFields({ CoverUpload, onBusyChange }: Props) {
  const { control, register, formState } = useFormContext<Pictures>();
  const { fields, append, remove, swap } = useFieldArray({ control, name: "pictures", keyName: "key" });
  const [moved, setMoved] = useState("");
  const problems = formState.errors.pictures;
  const move = (from: number, to: number) => {
    swap(from, to);
    setMoved(`${to + 1} of ${fields.length}`);
  };
  return (
    <div role="group" aria-label="More pictures" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <p className="text-sm font-medium" aria-hidden="true">
          More pictures
        </p>
        <p className="text-sm text-muted-foreground">
          {fields.length} / {mostPictures}
        </p>
      </div>
      {fields.length > 0 && (
        <ol className="grid gap-3">
          {fields.map(({ key, picture }, index) => {
            const name = `picture ${index + 1}`;
            return (
              <li key={key} className="grid gap-3 rounded-xl border border-border p-3 sm:flex sm:items-end">
                <img
                  src={picture.src}
                  alt=""
                  width={picture.width}
                  height={picture.height}
                  className="aspect-[16/10] w-28 shrink-0 rounded-lg border border-border object-cover"
                />
                <div className="min-w-0 grow">
                  <Field
                    label={`What picture ${index + 1} shows`}
                    aside="Optional"
                    error={problems?.[index]?.alt?.message}
                  >
                    <Input
                      maxLength={200}
                      placeholder="The first page of the workbook"
                      {...register(`pictures.${index}.alt`)}
                    />
                  </Field>
                </div>
                <div className="flex justify-end gap-1">
                  <IconButton
                    label={`Move ${name} to the front`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowLeft />
                  </IconButton>
                  <IconButton
                    label={`Move ${name} to the back`}
                    disabled={index === fields.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowRight />
                  </IconButton>
                  <IconButton label={`Remove ${name}`} onClick={() => remove(index)}>
                    <Trash2 />
                  </IconButton>
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <p role="status" className="sr-only">
        {moved}
      </p>
      {problems?.message && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {problems.message}
        </p>
      )}
      {fields.length < mostPictures && (
        <Suspense fallback={<Skeleton className="h-36 w-full" />}>
          <CoverUpload
            value={null}
            onChange={(added) => added && append({ imageId: added.id, picture: added.picture, alt: "" })}
            onBusyChange={onBusyChange}
          />
        </Suspense>
      )}
    </div>
  );
}
