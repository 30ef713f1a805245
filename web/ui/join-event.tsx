import { DoorOpen } from "lucide-react";
import { LinkButton } from "./link-button.tsx";

/** The way into an event that takes place online. */
export function JoinEvent({
  link,
  title,
  what = "event",
}: {
  link: string;
  title: string;
  what?: "event" | "session";
}) {
  return (
    <LinkButton
      href={link}
      variant="brand"
      size="lg"
      className="w-full sm:w-auto"
      aria-label={`Join the ${what}: ${title}`}
    >
      <DoorOpen aria-hidden="true" />
      Join the {what}
    </LinkButton>
  );
}
