import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { automaticKinds, type AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import { createAutomaticMail, listAutomaticMails } from "#contract/mailings/automatic-mails.ts";
import { apiMutation, apiQuery } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { kindWords } from "./automatic-words.ts";

type BeginMailProps = {
  kind: AutomaticMailKind;
  /** Those of this kind that there are. */
  mails: readonly { product: { id: string } | null }[];
  onBegun: (id: string) => void;
};

/** Begins a mail of a kind, for everything or for one product, where there is none yet. */
export function BeginMail({ kind, mails, onBegun }: BeginMailProps) {
  const [chosen, setChosen] = useState("");
  const queryClient = useQueryClient();
  const create = useMutation(apiMutation(createAutomaticMail));
  const { products: which } = automaticKinds[kind];
  const isOfProducts = which !== "NONE";
  const { data: products = [] } = useQuery({ ...apiQuery(listMyProducts), enabled: isOfProducts });
  const hasOfAll = mails.some(({ product }) => product === null);
  const left = products.filter(
    ({ id, type }) =>
      (which === "ALL" || type === "COURSE") && !mails.some(({ product }) => product?.id === id),
  );
  if (hasOfAll && (!isOfProducts || left.length === 0)) return null;
  const productId = left.some(({ id }) => id === chosen) ? chosen : hasOfAll ? (left[0]?.id ?? "") : "";
  const begin = async () => {
    try {
      const body = { kind, productId: productId || null };
      const { id } = await create.mutateAsync({ body });
      void queryClient.invalidateQueries({ queryKey: [listAutomaticMails.url] });
      onBegun(id);
    } catch (error) {
      reportFailure(error, "No mail could be begun");
    }
  };
  return (
    <div
      className={classNames(
        "flex flex-wrap items-center gap-2 px-5 py-4 sm:px-6",
        mails.length > 0 && "border-t border-border",
      )}
    >
      {isOfProducts && (
        <NativeSelect
          aria-label={`${kindWords[kind].title}: for which product`}
          className="w-full sm:w-80"
          value={productId}
          onChange={({ target }) => setChosen(target.value)}
        >
          {!hasOfAll && <option value="">{kindWords[kind].ofAll}</option>}
          {left.map(({ id, title }) => (
            <option dir="auto" key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      )}
      <Button
        size="sm"
        variant="outline"
        aria-label={`Write the mail: ${kindWords[kind].title}`}
        loading={create.isPending}
        onClick={() => void begin()}
      >
        <Plus aria-hidden="true" /> Write the mail
      </Button>
    </div>
  );
}
