import { Dialog } from "#web/ui/dialog.tsx";
import type { Account } from "#web/features/social/social-queries.ts";
import { FanForm } from "./fan-form.tsx";
import { FanResults } from "./fan-results.tsx";
import { useFanMessages } from "./use-fan-messages.ts";

type FanDialogProps = { account: Account; open: boolean; onOpenChange: (open: boolean) => void };

/** Writes to a demo account as a fan would, and shows what came of it. */
export function FanDialog({ account, open, onOpenChange }: FanDialogProps) {
  const { messages, send } = useFanMessages(account.id, open);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send as a fan"
      description={`What you write goes to @${account.username} as if it came from the platform.`}
      fullHeight
    >
      <div className="grid gap-6">
        <FanForm platform={account.platform} send={send} />
        <FanResults messages={messages} />
      </div>
    </Dialog>
  );
}
