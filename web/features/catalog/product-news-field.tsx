import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { getFileNews } from "#contract/downloads/downloads.ts";
import { apiQuery } from "#web/api.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { isNewVersion, type MyProduct, useProductFields } from "./product-form-values.ts";

/** Offers to mail past buyers about another file, where there are any. They get it either way. */
export function ProductNewsField({ product }: { product: MyProduct }) {
  const { control, register } = useProductFields();
  const [type, fileSource, file] = useWatch({ control, name: ["type", "fileSource", "file"] });
  const isNew = isNewVersion({ type, fileSource, file }, product);
  const { data: news } = useQuery({
    ...apiQuery(getFileNews, { params: { id: product.id } }),
    enabled: isNew && product.orderCount !== 0,
  });
  const id = useId();
  if (!isNew || !news || news.pastBuyers === 0) return null;
  const isTooSoon = news.nextAt !== null;
  return (
    <div className="mt-1.5 grid gap-1">
      <label
        htmlFor={`${id}-tell`}
        className="flex w-fit items-center gap-3 text-sm font-medium pointer-coarse:min-h-11"
      >
        <Checkbox
          id={`${id}-tell`}
          disabled={isTooSoon}
          aria-describedby={`${id}-hint`}
          {...register("notifyBuyers")}
        />
        Tell past buyers{news.pastBuyers !== null && ` (${news.pastBuyers.toLocaleString("en-US")})`}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted-foreground">
        {isTooSoon
          ? "They were told of another version today, so this one can be announced tomorrow, from the product's downloads."
          : "They get the new file either way; a mail with the link of their order lets them know."}
      </p>
    </div>
  );
}
