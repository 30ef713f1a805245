import { Check, Copy, QrCode } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";

const QrPicture = loadable(async () => (await import("./qr-picture.tsx")).QrPicture);

/** The store's address, to copy or to scan. */
export function ShareStoreCard({ handle, origin }: { handle: string; origin: string }) {
  const address = `${origin}/u/${handle}`;
  return (
    <Card>
      <CardHeader title="Share your store" description="For your bio, your stories and your emails." />
      <CardBody className="grid gap-3">
        <p className="truncate rounded-lg border border-border bg-muted px-3 py-2.5 text-sm">
          {address.replace(/^https?:\/\//, "")}
        </p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={address} />
          <Dialog
            size="sm"
            title="Your store as a QR code"
            description="Point a phone's camera at it, or put it on a slide or a flyer."
            trigger={
              <Button variant="outline" className="grow">
                <QrCode aria-hidden="true" /> QR code
              </Button>
            }
          >
            <Suspense fallback={<Skeleton className="mx-auto aspect-square w-full max-w-72" />}>
              <QrPicture text={address} fileName={`${handle}-store.svg`} />
            </Suspense>
          </Dialog>
        </div>
      </CardBody>
    </Card>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast({ title: "Link copied", description: text });
    } catch {
      toast({ title: "Error", description: "The link could not be copied.", variant: "destructive" });
    }
  };
  return (
    <Button variant="outline" className="grow" onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />} Copy link
    </Button>
  );
}
