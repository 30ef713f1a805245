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
        className="grid grid-cols-[auto_auto_auto] items-center justify-between gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_4.5rem_7rem_5.5rem]"
      >
        <div className="col-span-full grid gap-0.5 sm:col-span-1">
          <p className="text-sm font-medium">{label}</p>
          {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
        </div>
        {isAlwaysInApp ? (
          <p className="text-sm text-muted-foreground">
            <span className="sm:hidden">In the app: </span>always
          </p>
        ) : (
          <Way name="In the app">
            <Switch checked={choice.inApp} onCheckedChange={(inApp) => onChange({ inApp })} />
          </Way>
        )}
        {choice.kind === "SALE" ? (
          <NativeSelect
            aria-label="By mail"
            value={choice.mail}
            onChange={({ target }) => onChange({ mail: target.value as MailChoice })}
          >
            <option value="EACH">Each</option>
            <option value="DAILY">Daily</option>
            <option value="NEVER">Never</option>
          </NativeSelect>
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

/** On a phone each way says its name; in wide windows the head of the column does. */
function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <label className="flex items-center gap-2 text-sm text-muted-foreground">
      {children}
      <span className="sm:sr-only">{name}</span>
    </label>
  );
}
