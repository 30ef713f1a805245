import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  announceFile,
  getFileNews,
  listProductDownloads,
  renewDownload,
} from "#contract/downloads/downloads.ts";
import { getOrder } from "#contract/orders/orders-admin.ts";
import { apiKey, apiMutation, errorMessage } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";

/** What a creator can do for the buyers of a file. Nothing is shown before the server has done it. */
export function useSoldDownloads() {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      [listProductDownloads, getFileNews, getOrder].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }),
      ),
    );
  const renew = useMutation({
    ...apiMutation(renewDownload),
    onSuccess: (_download, { body }) => {
      toast({ title: "Success", description: renewedText(body) });
      return refresh();
    },
    onError: (error) => reportFailure(error, "Failed to update download"),
  });
  const announce = useMutation({
    ...apiMutation(announceFile),
    onSuccess: ({ recipients }) => {
      toast({
        title: "Success",
        description: `${buyersText(recipients)} will hear of the new version by mail`,
      });
      return refresh();
    },
    onError: (error) => {
      reportFailure(error, errorMessage(error, "Failed to tell past buyers"));
      return refresh();
    },
  });
  return { renew, announce };
}

type Renewal = {
  extendDays?: number | undefined;
  resetCount?: boolean | undefined;
  isActive?: boolean | undefined;
};

function renewedText({ resetCount, isActive }: Renewal): string {
  if (isActive !== undefined) return `Download ${isActive ? "restored" : "revoked"} successfully`;
  return resetCount ? "Downloads reset successfully" : "Download extended successfully";
}

/** "1 past buyer", "12 past buyers". */
export const buyersText = (count: number | null): string =>
  count === null
    ? "Everybody who bought it"
    : count === 1
      ? "1 past buyer"
      : `${count.toLocaleString("en-US")} past buyers`;
