import { mailLinkPath } from "#contract/document/mail-placeholders.ts";
import { Button } from "#web/ui/button.tsx";
import type { MailTools } from "./mail-placeholder-chips.ts";

type Props = { mail: MailTools | undefined; onPress: (href: string) => void };

/** Sets the address that is other for each reader of a mail, where the mail has one. */
export const MailLinkButton = ({ mail, onPress }: Props) =>
  mail?.leadsTo && (
    <Button size="sm" variant="outline" onClick={() => onPress(mailLinkPath)}>
      Lead to {mail.leadsTo}
    </Button>
  );
