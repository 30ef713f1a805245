import { useState } from "react";
import { cartTemplates } from "#contract/carts/cart-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { MailPreview } from "./mail-preview.tsx";

/** Texts to begin a mail from. */
export function CartTemplates() {
  const [shown, setShown] = useState<(typeof cartTemplates)[number]>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-muted-foreground">
        Texts to begin from. Choose one in a mail of a campaign, and write it anew in your own words.
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        {cartTemplates.map((template) => (
          <li key={template.name}>
            <Card className="h-full">
              <CardHeader title={<bdi>{template.name}</bdi>} description={<bdi>{template.subject}</bdi>} />
              <CardBody>
                <p
                  dir="auto"
                  className="line-clamp-4 text-sm wrap-anywhere whitespace-pre-line text-muted-foreground"
                >
                  {template.text}
                </p>
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-4"
                  aria-label={`Preview: ${template.name}`}
                  onClick={() => setShown(template)}
                >
                  Preview
                </Button>
              </CardBody>
            </Card>
          </li>
        ))}
      </ul>
      <LinkButton href="/admin?tab=abandoned-carts&sub=campaigns" variant="outline" className="w-fit">
        Write a campaign
      </LinkButton>
      {shown && (
        <MailPreview subject={shown.subject} content={shown.content} onClose={() => setShown(undefined)} />
      )}
    </div>
  );
}
