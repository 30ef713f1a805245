import type { ReactNode } from "react";
import type { MailChoice } from "#contract/notifications/kinds.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { kindWords } from "./kind-words.ts";
import type { Change, Choice } from "./notification-settings.tsx";

type ChoiceRowProps = { choice: Choice; isAlwaysInApp: boolean; onChange: (change: Change) => void };

/** One kind of news, with a control for each way. */
export function ChoiceRow({ choice, isAlwaysInApp, onChange }: ChoiceRowProps) {
  const { label, hint } = kindWords[choice.kind];
  return (
    <li className="py-3.5">
      <div
        role="group"
        aria-label={label}
        className="grid grid-cols-3 items-start gap-x-3 gap-y-3 sm:grid-cols-[minmax(0,1fr)_4.5rem_7rem_5.5rem] sm:items-center"
      >
        <div className="col-span-full grid gap-0.5 sm:col-span-1">
          <p className="text-sm font-medium">{label}</p>
          {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
        </div>
        {isAlwaysInApp ? (
          <p className={wayStyle}>
            <span className="sm:sr-only">In the app</span>
            <span className="pointer-coarse:py-3">Always</span>
          </p>
        ) : (
          <Way name="In the app">
            <Switch checked={choice.inApp} onCheckedChange={(inApp) => onChange({ inApp })} />
          </Way>
        )}
        {choice.kind === "SALE" ? (
          <Way name="By mail">
            <NativeSelect
              value={choice.mail}
              onChange={({ target }) => onChange({ mail: target.value as MailChoice })}
            >
              <option value="EACH">Each</option>
              <option value="DAILY">Daily</option>
              <option value="NEVER">Never</option>
            </NativeSelect>
          </Way>
        ) : (
          <Way name="By mail">
            <Switch
              checked={choice.mail === "EACH"}
              onCheckedChange={(isOn) => onChange({ mail: isOn ? "EACH" : "NEVER" })}
            />
          </Way>
        )}
        <Way name="In browsers">
          <Switch checked={choice.push} onCheckedChange={(push) => onChange({ push })} />
        </Way>
      </div>
    </li>
  );
}

/** One kind of news for somebody on a store's team, who chooses whether it is mailed. */
export function MailChoiceRow({ choice, onChange }: Pick<ChoiceRowProps, "choice" | "onChange">) {
  const { label } = kindWords[choice.kind];
  return (
    <li className="flex items-center justify-between gap-4 py-3.5">
      <p className="text-sm font-medium">{label}</p>
      <label className="flex shrink-0 items-center gap-2 text-sm text-muted-foreground">
        By mail
        <span className="sr-only">: {label}</span>
        <Switch
          checked={choice.mail === "EACH"}
          onCheckedChange={(isOn) => onChange({ mail: isOn ? "EACH" : "NEVER" })}
        />
      </label>
    </li>
  );
}

/** On a phone each way says its name; in wide windows the head of the column does. */
function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <label className={wayStyle}>
      <span className="sm:sr-only">{name}</span>
      {children}
    </label>
  );
}

const wayStyle = "flex flex-col items-start gap-1 text-xs text-muted-foreground sm:text-sm";
