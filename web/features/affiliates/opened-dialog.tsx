import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { loadable } from "#web/ui/loadable.tsx";
import type { Affiliate, AffiliateLink } from "./affiliate-data.ts";
import type { useTabAddress } from "./use-tab-address.ts";

const LinkDialog = loadable(async () => (await import("./link-dialog.tsx")).LinkDialog);
const AffiliateDialog = loadable(async () => (await import("./affiliate-dialog.tsx")).AffiliateDialog);

type OpenedDialogProps = {
  address: ReturnType<typeof useTabAddress>;
  links: readonly AffiliateLink[];
  affiliates: readonly Affiliate[];
};

/** The dialog that the address names. Every opening is a new form; the last one stays while its dialog closes. */
export function OpenedDialog({ address, links, affiliates }: OpenedDialogProps) {
  const { data: products } = useQuery(apiQuery(listMyProducts));
  const link = links.find(({ id }) => id === address.link);
  const affiliate = affiliates.find(({ id }) => id === address.affiliate);
  const wanted = address.link === "new" ? "new" : (link?.id ?? affiliate?.id);
  const [shown, setShown] = useState({ wanted, link, affiliate, opening: wanted ? 1 : 0 });
  if (wanted !== shown.wanted)
    setShown(
      wanted === undefined ? { ...shown, wanted } : { wanted, link, affiliate, opening: shown.opening + 1 },
    );
  if (shown.opening === 0 || !products) return null;
  const open = shown.wanted !== undefined;
  return (
    <Suspense>
      {shown.affiliate && !shown.link ? (
        <AffiliateDialog
          key={shown.opening}
          open={open}
          affiliate={shown.affiliate}
          onClose={address.close}
        />
      ) : (
        <LinkDialog
          key={shown.opening}
          open={open}
          link={shown.link}
          affiliates={affiliates}
          products={products}
          onClose={address.close}
        />
      )}
    </Suspense>
  );
}
