import { MessageCircle } from "lucide-react";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";

/** What answers the creator's messages: how many accounts and replies there are, or what connecting one would do. */
export function SocialPreviewCard({ accounts, responses }: { accounts: number; responses: number }) {
  return (
    <Card>
      <CardHeader title="Social Automation" />
      <CardBody className="flex items-start gap-3.5">
        <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
          <MessageCircle className="size-5" aria-hidden="true" />
        </span>
        <div className="grid gap-0.5 text-sm">
          <p className="font-medium">
            {accounts === 0
              ? "No social accounts connected"
              : `${accounts} ${accounts === 1 ? "account" : "accounts"} connected`}
          </p>
          <p className="text-muted-foreground">
            {accounts === 0
              ? "Connect one, and messages that hold your keywords are answered at once, with a link to what you sell."
              : `${responses} keyword ${responses === 1 ? "response" : "responses"} set up`}
          </p>
        </div>
      </CardBody>
    </Card>
  );
}
