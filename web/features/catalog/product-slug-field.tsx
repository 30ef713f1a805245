import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { checkSlug } from "#contract/catalog/product-actions.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { type MyProduct, useProductFields } from "./product-form-values.ts";
import { useDebounced } from "#web/ui/use-debounced.ts";

type ProductSlugFieldProps = {
  /** The product being edited, whose own slug is free to keep. */
  product: Pick<MyProduct, "id" | "title" | "slug"> | undefined;
  /** The form was saved, and is about to close. */
  isSaved: boolean;
};

/** The product's name in addresses; says while typing whether it is free, and offers one that is. */
export function ProductSlugField({ product, isSaved }: ProductSlugFieldProps) {
  const { control, register, setValue, formState } = useProductFields();
  const [typedTitle, typedSlug, follows] = useWatch({ control, name: ["title", "slug", "slugFollows"] });
  const slug = typedSlug.trim().toLowerCase();
  // The server spells a title of any script.
  const wanted = follows ? typedTitle.trim() : slug;
  const debounced = useDebounced(wanted, 300);
  const own = follows ? product?.title : product?.slug;
  const asked = !isSaved && !formState.isSubmitting && debounced !== "" && debounced !== own;
  const { data, isFetching } = useQuery({
    ...apiQuery(checkSlug, {
      querystring: { slug: debounced.slice(0, 200), ...(product && { productId: product.id }) },
    }),
    enabled: asked,
    staleTime: 10_000,
  });
  const answer = asked && !isFetching && debounced === wanted ? data : undefined;
  const suggestion = answer && !answer.available ? answer.suggestion : null;
  const free = answer?.available ? debounced : suggestion;
  const error = formState.errors.slug?.message;

  // What nobody typed may be changed without asking.
  useEffect(() => {
    if (follows && free) setValue("slug", free, { shouldDirty: true, shouldValidate: true });
  }, [follows, free, setValue]);

  return (
    <div className="grid gap-2">
      <Field
        label="Slug"
        required
        hint={
          product === undefined
            ? "Part of the product's address."
            : "Part of the product's address. Links with the old one lead to the new one."
        }
        error={error}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          {...register("slug", {
            onChange: (event) => setValue("slugFollows", event.target.value === ""),
          })}
        />
      </Field>
      <div role="status" className="flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-sm empty:hidden">
        {asked && isFetching && (
          <span className="flex items-center gap-1.5 text-muted-foreground">
            <Spinner /> Checking…
          </span>
        )}
        {free === slug && (
          <span className="flex items-center gap-1.5 font-medium text-success-soft-foreground">
            <Check className="size-4" aria-hidden="true" /> {slug} is free
          </span>
        )}
        {suggestion && !follows && (
          <>
            <span className="flex items-center gap-1.5 font-medium text-destructive-soft-foreground">
              <CircleAlert className="size-4 shrink-0" aria-hidden="true" /> {debounced} cannot be used
            </span>
            <Button
              variant="outline"
              size="sm"
              onClick={() => setValue("slug", suggestion, { shouldDirty: true, shouldValidate: true })}
            >
              Use {suggestion}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
