import { useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { useState } from "react";
import { getFileNews } from "#contract/downloads/downloads.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { buyersText, useSoldDownloads } from "./use-sold-downloads.ts";

/** Offers to tell past buyers of the file that is there now; nothing where nobody bought before it came. */
export function FileNews({ productId }: { productId: string }) {
  const zone = useZone();
  const { data: news } = useQuery(apiQuery(getFileNews, { params: { id: productId } }));
  const { announce } = useSoldDownloads();
  const [asking, setAsking] = useState(false);
  if (!news || (news.untold === 0 && news.announcedAt === null)) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-border bg-card p-4 text-sm sm:px-5">
      <Megaphone className="size-5 shrink-0 text-brand" aria-hidden="true" />
      {news.announcedAt !== null ? (
        <p>Past buyers were told of this version on {dayText(news.announcedAt, zone)}.</p>
      ) : (
        <>
          <p className="min-w-0 grow basis-60">
            {buyersText(news.untold)} bought before this version of the file came. It is theirs already; a
            mail lets them know.
            {news.nextAt !== null && " Another version was announced today, so this one can be tomorrow."}
          </p>
          <Button disabled={news.nextAt !== null} onClick={() => setAsking(true)} className="max-sm:w-full">
            Tell past buyers ({news.untold.toLocaleString("en-US")})
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Tell past buyers"
        description={`${buyersText(news.untold)} will get a mail with the link of their order. It is sent once for each version.`}
        confirmLabel="Send"
        pending={announce.isPending}
        onConfirm={() =>
          announce.mutate({ params: { id: productId } }, { onSettled: () => setAsking(false) })
        }
      />
    </div>
  );
}
