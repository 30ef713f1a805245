import { useQuery } from "@tanstack/react-query";
import { Hourglass, Mail } from "lucide-react";
import { getMailingList } from "#contract/mailing-list/mailing-list.ts";
import { apiQuery } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { ListSettingsForm } from "./list-settings-form.tsx";
import { SubscriberList } from "./subscriber-list.tsx";

/** The creator's mailing list: what it is about, and who is on it. */
export function Subscribers({ handle }: { handle: string }) {
  const { data: list, error, refetch } = useQuery(apiQuery(getMailingList));
  if (error && !list)
    return (
      <LoadFailure
        icon={Mail}
        title="Your mailing list could not be loaded"
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!list) return <TableSkeleton rows={4} label="Loading your mailing list" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {list.waitingMails > 0 && (
        <Notice
          tone="warning"
          icon={Hourglass}
          title={
            list.waitingMails === 1
              ? "1 mail waits for its turn"
              : `${list.waitingMails.toLocaleString("en-US")} mails wait for their turn`
          }
        >
          A store with less than $100 of sales asks 100 new addresses a day for their confirmation. The others
          are asked as soon as that allows, and nobody is lost.
        </Notice>
      )}
      <ListSettingsForm list={list} handle={handle} />
      <SubscriberList list={list} />
    </div>
  );
}
