import { DoorOpen } from "lucide-react";
import { LinkButton } from "./link-button.tsx";

/** The way into an event that takes place online. */
export function JoinEvent({ link, title }: { link: string; title: string }) {
  return (
    <LinkButton
      href={link}
      variant="brand"
      size="lg"
      className="w-full sm:w-auto"
      aria-label={`Join the event: ${title}`}
    >
      <DoorOpen aria-hidden="true" />
      Join the event
    </LinkButton>
  );
}
