import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { confirmedChannel } from "#web/layout/recent-sign-in/confirmed-channel.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

export const Route = createFileRoute("/confirmed")({
  head: () => ({ meta: [{ title: "Confirmed | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Confirmed,
});

/** Where the window ends in which somebody signed in at the provider once more. */
function Confirmed() {
  useEffect(() => {
    const channel = new BroadcastChannel(confirmedChannel);
    channel.postMessage("confirmed");
    window.close();
    return () => channel.close();
  }, []);
  return (
    <MessageScreen
      title="You are confirmed"
      action={
        <LinkButton href="/admin" size="lg">
          Open your store's desk
        </LinkButton>
      }
    >
      Close this window, and go on where you were.
    </MessageScreen>
  );
}
