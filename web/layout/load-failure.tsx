import type { LucideIcon } from "lucide-react";
import { errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

type LoadFailureProps = {
  icon: LucideIcon;
  /** What is missing: "Your orders could not be loaded". */
  title: string;
  level?: 2 | 3;
  error: unknown;
  retry: () => void;
};

/** Stands in place of a list that could not be had: why, as far as the server or the browser knows, and trying again. */
export function LoadFailure({ icon, title, level = 3, error, retry }: LoadFailureProps) {
  return (
    <Card>
      <EmptyState icon={icon} title={title} level={level} action={<Button onClick={retry}>Try again</Button>}>
        {errorMessage(error, "")}
      </EmptyState>
    </Card>
  );
}
