import { type LucideIcon, Megaphone, Sparkles, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import type { Shelf } from "./library-query.ts";

/** What stands for members where their creator has not posted anything yet. */
export function MemberSections({ creator: { name, handle } }: { creator: Shelf["creator"] }) {
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <Section icon={Sparkles} title="Exclusive Content">
        <bdi>{name}</bdi> has not posted anything for members yet. What they post is shown here, to members
        alone.
      </Section>
      <Section icon={Users} title="Community">
        You are a member of <bdi>{name}</bdi>'s community. See what else there is in{" "}
        <a href={`/u/${handle}`} className="font-medium text-foreground underline underline-offset-4">
          their store
        </a>
        .
      </Section>
      <Section icon={Megaphone} title="Updates">
        There is no news yet. Your membership, and what it opens, is always up to date on this page.
      </Section>
    </div>
  );
}

type SectionProps = { icon: LucideIcon; title: string; children: ReactNode };

function Section({ icon: Icon, title, children }: SectionProps) {
  return (
    <Card className="grid content-start gap-2 p-5">
      <Icon className="size-5 text-brand" aria-hidden="true" />
      <h3 dir="auto" className="text-base font-semibold">
        {title}
      </h3>
      <p className="text-sm text-muted-foreground">{children}</p>
    </Card>
  );
}
