import { useWatch } from "react-hook-form";
import { isolated } from "#contract/isolated.ts";
import type { listMyProducts } from "#contract/catalog/catalog.ts";
import type { Output } from "#web/api.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { isElsewhere, ReplyLinkFields } from "#web/features/social/reply-link-fields.tsx";
import { placeholderHint } from "#web/features/social/placeholder-hint.ts";
import { useResponseFields } from "./response-form-values.ts";
import type { Response } from "./response-texts.ts";

export type Product = Pick<Output<typeof listMyProducts>[number], "id" | "title" | "active" | "type">;

type MessageFieldsProps = {
  /** Undefined until they are known. */
  products: readonly Product[] | undefined;
  /** What the response has linked to so far; it stays on offer when it has left the store. */
  current: Response["product"];
  hasButtons: boolean;
};

/** What is answered: the text, and the product that it links to. */
export function MessageFields({ products, current, hasButtons }: MessageFieldsProps) {
  const { control, register, formState } = useResponseFields();
  const { errors } = formState;
  const [text, productId, linkTarget] = useWatch({
    control,
    name: ["responseText", "productId", "linkTarget"],
  });
  const gone = products && current && products.every(({ id }) => id !== current.id);
  const chosen = products?.find(({ id }) => id === productId);
  return (
    <>
      <Field
        label="Auto Response Message"
        required
        hint={placeholderHint}
        aside={text.length > 450 ? `${text.length} / 600` : undefined}
        error={errors.responseText?.message}
      >
        <Textarea
          rows={4}
          maxLength={600}
          placeholder="Here is the guide you asked for!"
          {...register("responseText")}
        />
      </Field>
      {!isElsewhere(linkTarget) && (
        <Field
          label="Link to Product"
          aside="Optional"
          hint={
            chosen && !chosen.active
              ? "This product is not active: nobody can buy it."
              : products?.length === 0
                ? "Your store has no product yet."
                : undefined
          }
          error={errors.productId?.message}
        >
          <NativeSelect
            // Its value can only be shown once its options are there.
            key={products ? "loaded" : "loading"}
            {...register("productId")}
          >
            <option value="">No product</option>
            {gone && <option value={current.id}>{isolated(current.title)} (not in your store)</option>}
            {products?.map(({ id, title, active }) => (
              <option dir="auto" key={id} value={id}>
                {title}
                {active ? "" : " (not active)"}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      <ReplyLinkFields
        product={productId && !isElsewhere(linkTarget) ? (chosen ?? { type: "" }) : undefined}
        hasButtons={hasButtons}
        targets={
          productId && !isElsewhere(linkTarget) ? ["PAGE", "CHECKOUT", "STORE", "LIST"] : ["STORE", "LIST"]
        }
      />
    </>
  );
}
