import { CalendarClock, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { getMailing, listMailings, unscheduleMailing } from "#contract/mailings/mailings.ts";
import { callApi } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AudienceCount } from "./audience-count.tsx";
import { MailingPreview } from "./mailing-preview.tsx";
import { MailingProblems } from "./mailing-problems.tsx";
import { SendDialog } from "./send-dialog.tsx";
import type { MyMailing } from "./use-mailing-draft.ts";

const shownIn = [listMailings, { url: getMailing.url }];

/** A mailing that waits for its time, or whose time went by. */
export function PlannedMailing({ mailing }: { mailing: MyMailing }) {
  const { id, schedule, state } = mailing;
  const [shown, setShown] = useState<"preview" | "send">();
  const refresh = useRefresh(shownIn);
  const undo = useChange({
    change: () => callApi(unscheduleMailing, { params: { id } }),
    refresh,
    done: () => "It is a draft again",
    failed: () => "It could not be made a draft",
  });
  const isLate = state === "LATE";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isLate && (
        <Notice
          tone="warning"
          icon={TriangleAlert}
          title="Its time went by"
          actions={
            <Button size="sm" onClick={() => setShown("send")}>
              Send it after all…
            </Button>
          }
        >
          It could not leave when it was meant to, and nobody got it. Say whether it still goes.
        </Notice>
      )}
      <MailingProblems id={id} />
      <Card>
        <CardHeader
          title={
            schedule
              ? `For ${schedule.on.replace("T", ", ")}${schedule.byPersonZone ? " where each person is" : ""}`
              : "Leaves in a moment"
          }
          description="Whom it goes to is fixed when it leaves. Until then it can be changed as a draft."
        />
        <CardBody>
          <div className="grid gap-4">
            <AudienceCount id={id} isSaved />
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" loading={undo.isPending} onClick={() => undo.mutate(undefined)}>
                <CalendarClock aria-hidden="true" /> Make it a draft again
              </Button>
              <Button variant="outline" onClick={() => setShown("preview")}>
                Preview
              </Button>
            </div>
          </div>
        </CardBody>
      </Card>
      {shown === "preview" && <MailingPreview id={id} onClose={() => setShown(undefined)} />}
      {shown === "send" && <SendDialog mailing={mailing} onClose={() => setShown(undefined)} />}
    </div>
  );
}
