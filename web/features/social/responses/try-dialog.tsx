import { useState } from "react";
import { platformNames } from "#contract/social/platform-names.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { newTrial, TrialFields, type TrialText } from "./trial-fields.tsx";
import { TrialResult } from "./trial-result.tsx";
import { useTryKeywords } from "./use-try-keywords.ts";

type TryDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** At least one. */
  accounts: readonly Account[];
};

/** Tells which response or rule of an account would answer a text, without sending anything. */
export function TryDialog({ open, onOpenChange, accounts }: TryDialogProps) {
  const [chosen, setChosen] = useState(accounts[0]?.id ?? "");
  const [trial, setTrial] = useState<TrialText>(newTrial);
  const socialAccountId = accounts.some(({ id }) => id === chosen) ? chosen : (accounts[0]?.id ?? "");
  const { result, failed } = useTryKeywords({ socialAccountId, ...trial });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Try it"
      description="See which response or rule answers a text. Nothing is sent."
    >
      <div className="grid gap-3">
        <Field label="Social Account">
          <NativeSelect value={socialAccountId} onChange={(event) => setChosen(event.currentTarget.value)}>
            {accounts.map(({ id, platform, username }) => (
              <option key={id} value={id}>
                @{username} ({platformNames[platform]})
              </option>
            ))}
          </NativeSelect>
        </Field>
        <TrialFields trial={trial} onChange={setTrial} />
        <TrialResult text={trial.text} hasDraft={false} result={result} failed={failed} />
      </div>
      <DialogFooter>
        <DialogClose>Close</DialogClose>
      </DialogFooter>
    </Dialog>
  );
}
