import { Suspense, useEffect } from "react";
import { Controller, useWatch } from "react-hook-form";
import { documentText } from "#contract/document/document-text.ts";
import { RichTextField } from "#web/editor/rich-text-field.tsx";
import { RefundPolicyField } from "#web/layout/refund-policy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { canRunOut, isDeliveredByHand, type MyProduct, useProductFields } from "./product-form-values.ts";
import { EventNewsField } from "./event-news-field.tsx";
import { BundleFields } from "./bundle-fields.tsx";
import { ProductEventFields } from "./product-event-fields.tsx";
import { ProductFileFields } from "./product-file-fields.tsx";
import { ProductNewsField } from "./product-news-field.tsx";
import { ProductOpeningFields } from "./product-opening-fields.tsx";
import { ProductOfferFields } from "./product-offer-fields.tsx";
import { ProductPictureFields } from "./product-picture-fields.tsx";
import { ProductPriceFields } from "./product-price-fields.tsx";
import { ProductQuestionFields } from "./product-question-fields.tsx";
import { ProductSlugField } from "./product-slug-field.tsx";
import { ProductStockFields } from "./product-stock-fields.tsx";
import { ProductSwitch } from "./product-switch.tsx";
import { ProductTypePicker } from "./product-type-picker.tsx";
import type { ProductUploads } from "./product-uploads.ts";
import { Section } from "./product-form-section.tsx";
import { ServiceFields } from "./service-fields.tsx";
import { SessionTimesFields } from "./session-times-fields.tsx";
import { slugFromTitle } from "./slug-from-title.ts";

type ProductFieldsProps = {
  product: MyProduct | undefined;
  isSaved: boolean;
  uploads: ProductUploads;
  onUploading: (upload: "cover" | "pictures" | "file" | "text", busy: boolean) => void;
};

/** All fields of the product form; which ones depends on the type. */
export function ProductFields(props: ProductFieldsProps) {
  const { product, isSaved, uploads, onUploading } = props;
  const { control, register, setValue, getValues, formState } = useProductFields();
  const { errors } = formState;
  const [type, description, refund, comingSoon] = useWatch({
    control,
    name: ["type", "description", "refund", "comingSoon"],
  });
  const { CoverUpload, FileUpload } = uploads;
  return (
    <div className="grid gap-8">
      {!product && <ProductTypePicker />}
      <Section title="Details">
        <Field label="Title" required error={errors.title?.message}>
          <Input
            maxLength={200}
            autoComplete="off"
            placeholder="The launch playbook"
            {...register("title", {
              onChange: (event) => {
                if (!getValues("slugFollows")) return;
                const title: string = event.target.value;
                setValue("slug", title === product?.title ? product.slug : slugFromTitle(title), {
                  shouldValidate: formState.isSubmitted,
                });
              },
            })}
          />
        </Field>
        <ProductSlugField product={product} isSaved={isSaved} />
        <Field
          label="Description"
          aside={`${documentText(description).length.toLocaleString("en-US")} / 5,000`}
          hint="Type / to insert a heading, a list, a table and more. Markdown works, too."
          error={errors.description?.message}
        >
          <Controller
            control={control}
            name="description"
            render={({ field: { value, onChange, onBlur } }) => (
              <RichTextField
                label="Description"
                placeholder="What buyers get, and who it is for"
                onUploading={(busy) => onUploading("text", busy)}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
              />
            )}
          />
        </Field>
        <div role="group" aria-label="Cover image" className="grid gap-1.5">
          <p className="text-sm font-medium" aria-hidden="true">
            Cover image
          </p>
          <Controller
            control={control}
            name="cover"
            render={({ field: { value, onChange } }) => (
              <Suspense fallback={<Skeleton className="h-36 w-full" />}>
                <CoverUpload
                  value={value}
                  onChange={onChange}
                  onBusyChange={(busy) => onUploading("cover", busy)}
                />
              </Suspense>
            )}
          />
          {errors.cover && (
            <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
              {errors.cover.message}
            </p>
          )}
        </div>
        <ProductPictureFields
          CoverUpload={CoverUpload}
          onBusyChange={(busy) => onUploading("pictures", busy)}
        />
      </Section>
      {/* The first choice for a new product, seldom touched afterwards. */}
      {product && <ProductTypePicker />}
      <Section title="Price">
        <ProductPriceFields product={product} />
      </Section>
      {type === "BUNDLE" && <BundleFields product={product} />}
      {type === "MEMBERSHIP" && (
        <Section title="Benefits">
          <Field
            label="What members get"
            aside="Optional"
            hint="A line each, shown in the checkout and to members."
            error={errors.benefits?.message}
          >
            <Textarea
              placeholder={"A new lesson every week\nLive questions each month"}
              {...register("benefits")}
            />
          </Field>
        </Section>
      )}
      {refund && (
        <Section title="Refunds">
          <RefundPolicyField
            value={refund}
            onChange={(value) =>
              setValue("refund", value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            }
            error={errors.refund?.message}
          />
        </Section>
      )}
      {type === "DOWNLOAD" && (
        <Section title="Delivery">
          <ProductFileFields
            upload={<DigitalFile FileUpload={FileUpload} onUploading={onUploading} />}
            news={product && <ProductNewsField product={product} />}
          />
        </Section>
      )}
      {type === "EVENT" && (
        <Section title="Date and place">
          <ProductEventFields />
          {product && <EventNewsField product={product} />}
        </Section>
      )}
      {type === "BOOKING_LINK" && (
        <Section title="Times">
          <SessionTimesFields />
        </Section>
      )}
      {type === "SERVICE" && <ServiceFields />}
      {isDeliveredByHand(type) && (
        <Section title="Delivery">
          <Field
            label="How buyers get it"
            hint={`Shown after payment: ${deliveryHints[type] ?? "what happens next."}`}
            error={errors.deliveryNote?.message}
          >
            <Textarea maxLength={2000} {...register("deliveryNote")} />
          </Field>
        </Section>
      )}
      {canRunOut(type) && (
        <Section title={type === "PHYSICAL" ? "Stock and shipping" : "Availability"}>
          <ProductStockFields />
        </Section>
      )}
      <Section title="Your words">
        <Field
          label="Button text"
          aside="Optional"
          hint="On the button in your store that leads to checkout."
          error={errors.buyButtonText?.message}
        >
          <Input maxLength={30} autoComplete="off" {...register("buyButtonText")} />
        </Field>
        <Field
          label="Thank-you note"
          aside="Optional"
          hint="Buyers read it on their order's page, and in the receipt of what they paid for."
          error={errors.thanksNote?.message}
        >
          <Textarea maxLength={1000} rows={3} {...register("thanksNote")} />
        </Field>
      </Section>
      <Section title="Questions and answers">
        <ProductQuestionFields />
      </Section>
      <Section title="Offers">
        <ProductOfferFields />
      </Section>
      <Section title="Visibility">
        <ProductSwitch
          name="active"
          label="Active"
          note={
            type === "COURSE" && !product && !comingSoon
              ? "A course begins as a draft. Put it on sale once it has lessons."
              : "Shown in your store."
          }
        />
        <ProductOpeningFields product={product} />
        <ProductSwitch name="featured" label="Featured" note="Carries a FEATURED badge." />
      </Section>
    </div>
  );
}

const deliveryHints: Partial<Record<string, string>> = {
  BOOKING_LINK: "a booking link, how to prepare, what happens next.",
  EVENT: "how to get in, what to bring, what happens next.",
  PHYSICAL: "when you ship, how long delivery takes, what happens next.",
};

type DigitalFileProps = Pick<ProductUploads, "FileUpload"> & Pick<ProductFieldsProps, "onUploading">;

function DigitalFile({ FileUpload, onUploading }: DigitalFileProps) {
  const { control } = useProductFields();
  // An upload ends with the field that shows it: when another type is chosen, nothing is on its way any more.
  useEffect(() => () => onUploading("file", false), [onUploading]);
  return (
    <Controller
      control={control}
      name="file"
      render={({ field: { value, onChange } }) => (
        <Suspense fallback={<Skeleton className="h-36 w-full" />}>
          <FileUpload value={value} onChange={onChange} onBusyChange={(busy) => onUploading("file", busy)} />
        </Suspense>
      )}
    />
  );
}
