import {
  getAutomaticMail,
  listAutomaticMails,
  switchAutomaticMail,
} from "#contract/mailings/automatic-mails.ts";
import { callApi } from "#web/api.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Switch } from "#web/ui/switch.tsx";

export const shownIn = [listAutomaticMails, getAutomaticMail];

type AutomaticSwitchProps = {
  mail: { id: string; switchedOnAt: string | null };
  label: string;
};

/** Switches a mail on or off; the server says what keeps it from leaving. */
export function AutomaticSwitch({ mail: { id, switchedOnAt }, label }: AutomaticSwitchProps) {
  const refresh = useRefresh(shownIn);
  const { mutate, isPending } = useChange({
    change: (isOn: boolean) => callApi(switchAutomaticMail, { params: { id }, body: { isOn } }),
    refresh,
    done: (_, isOn) =>
      isOn ? "It is on, for what happens from now on" : "It is off: who waited gets nothing",
    failed: (error) => refusedField(error) ?? "It could not be switched",
  });
  return (
    <Switch
      aria-label={label}
      checked={switchedOnAt !== null}
      disabled={isPending}
      onCheckedChange={mutate}
    />
  );
}
