import { Copy, Download } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { toast } from "#web/ui/toast.ts";

type Props = { codes: string[]; onClose: () => void };

/** Shows new recovery codes, the only time they can be read. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const text = codes.join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: "Success", description: "The recovery codes are copied." });
    } catch {
      toast({
        title: "Error",
        description: "Copying didn't work. Download them instead.",
        variant: "destructive",
      });
    }
  };
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title="Save your recovery codes"
      description="Each code signs you in once if you lose your passkeys. We can't show them again."
      footer={
        <Button onClick={onClose} className="max-sm:grow">
          I saved them
        </Button>
      }
    >
      <div className="grid gap-4">
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-1 rounded-xl bg-secondary p-4 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => void copy()}>
            <Copy aria-hidden="true" /> Copy
          </Button>
          <LinkButton
            variant="outline"
            size="sm"
            download="openstall-recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          >
            <Download aria-hidden="true" /> Download
          </LinkButton>
        </div>
      </div>
    </Dialog>
  );
}
