import { useEffect } from "react";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { confirmedChannel, signInAgainAddress } from "#web/layout/recent-sign-in/confirmed-channel.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { signInProblemText } from "./sign-in-problem.tsx";

/** Where the window ends in which somebody signed in at the provider once more; `problem`: why that did not work. */
export function ConfirmedPage({ problem }: { problem: string | undefined }) {
  useEffect(() => {
    if (problem !== undefined) return undefined;
    const channel = new BroadcastChannel(confirmedChannel);
    channel.postMessage("confirmed");
    window.close();
    return () => channel.close();
  }, [problem]);
  if (problem !== undefined)
    return (
      <MessageScreen
        title="You are not confirmed yet"
        action={
          <LinkButton href={signInAgainAddress} size="lg">
            Sign in again
          </LinkButton>
        }
      >
        {signInProblemText(problem)}
      </MessageScreen>
    );
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
