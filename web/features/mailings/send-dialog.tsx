import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { fieldTextOf, zoneText } from "#contract/dates.ts";
import {
  checkMailing,
  countAudience,
  getMailing,
  listMailings,
  type scheduleMailing as contract,
  scheduleMailing,
} from "#contract/mailings/mailings.ts";
import { ApiError, apiMutation, apiQuery, errorMessage, type Input as CallInput } from "#web/api.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { peopleText } from "#web/ui/people-text.ts";
import { shopNow } from "#web/shop-now.ts";
import { ProblemList } from "./mailing-problems.tsx";
import type { MyMailing } from "./use-mailing-draft.ts";

type Schedule = CallInput<typeof contract>["body"]["schedule"];

/** Asks once more, with the numbers, and when: then it leaves. */
export function SendDialog({ mailing: { id }, onClose }: { mailing: MyMailing; onClose: () => void }) {
  const zone = useZone();
  const zoneId = useId();
  const queryClient = useQueryClient();
  const params = { id };
  const { data: counted } = useQuery({ ...apiQuery(countAudience, { params }), staleTime: 0 });
  const { data: checked } = useQuery({ ...apiQuery(checkMailing, { params }), staleTime: 0 });
  const [isLater, setLater] = useState(false);
  const [on, setOn] = useState(() => fieldTextOf(new Date(shopNow().getTime() + 24 * 3_600_000), zone));
  const [byPersonZone, setByPersonZone] = useState(false);
  const schedule = useMutation(apiMutation(scheduleMailing));
  const blocked = checked?.problems.find(({ level }) => level === "BLOCK")?.message;
  const nobody = counted?.recipients === 0 ? "Nobody would get it. Change its conditions." : undefined;
  const problem = blocked ?? nobody ?? (schedule.error && problemOf(schedule.error));

  const send = async () => {
    const { revision } = queryClient.getQueryData<MyMailing>(apiQuery(getMailing, { params }).queryKey) ?? {
      revision: 1,
    };
    const when: Schedule = isLater ? { on, byPersonZone } : null;
    try {
      const sent = await schedule.mutateAsync({ params, body: { revision, schedule: when } });
      queryClient.setQueryData(apiQuery(getMailing, { params }).queryKey, sent);
      void queryClient.invalidateQueries({ queryKey: [listMailings.url] });
      onClose();
    } catch {
      // The dialog says it.
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={counted ? `Send to ${peopleText(counted.recipients)}?` : "Send it?"}
      description={
        counted && counted.audience > counted.recipients
          ? `${peopleText(counted.audience - counted.recipients)} whom your conditions fit get nothing: ${counted.leftOut.map(({ reason }) => reason).join("; ")}.`
          : "What has left cannot be taken back."
      }
      confirmLabel={isLater ? "Plan it" : "Send now"}
      pending={schedule.isPending}
      preparing={!counted || !checked || blocked !== undefined || nobody !== undefined}
      onConfirm={() => void send()}
    >
      <div className="mt-4 grid gap-4">
        <ProblemList problems={checked?.problems.filter(({ level }) => level === "WARN") ?? []} />
        <Field label="When">
          <NativeSelect value={String(isLater)} onChange={({ target }) => setLater(target.value === "true")}>
            <option value="false">Now</option>
            <option value="true">At a time</option>
          </NativeSelect>
        </Field>
        {isLater && (
          <>
            <Field label="Time" hint={byPersonZone ? "By their clocks" : zoneText(zone)}>
              <Input type="datetime-local" value={on} onChange={({ target }) => setOn(target.value)} />
            </Field>
            <div className="flex items-start gap-2 text-sm">
              <Checkbox
                id={zoneId}
                checked={byPersonZone}
                onChange={({ target }) => setByPersonZone(target.checked)}
              />
              <label htmlFor={zoneId}>
                At that time where each person is, as far as a checkout told us; else in your zone. For whom
                it is past by then, at once.
              </label>
            </div>
          </>
        )}
        {problem && (
          <p role="alert" className="text-sm text-destructive-soft-foreground">
            {problem}
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}

const problemOf = (error: Error) =>
  error instanceof ApiError && error.body.fields
    ? (Object.values(error.body.fields)[0] ?? "It could not be sent")
    : errorMessage(error, "It could not be sent");
