import { GitMerge, LogIn, Trash2 } from "lucide-react";
import { copyText } from "#web/layout/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { SaveStatus } from "./save-state.ts";

type Props<Field extends string> = {
  status: SaveStatus<Field>;
  session: { flush: () => Promise<void>; decide: (field: Field, whose: "mine" | "theirs") => void };
  /** What is written: "lesson". */
  subject: string;
  /** Its words, to be copied where they cannot be saved. */
  text: string;
  /** A field's name and its two values, in words. */
  describe: (field: Field) => { label: string; mine: string; theirs: string };
};

/** What somebody has to know or to decide before what they write can be saved. */
export function SessionNotices<Field extends string>({
  status,
  session,
  subject,
  text,
  describe,
}: Props<Field>) {
  if (status.step === "gone")
    return (
      <Notice
        tone="destructive"
        icon={Trash2}
        title={`This ${subject} was deleted in another tab`}
        actions={
          text && (
            <Button variant="outline" size="sm" onClick={() => void copyText(text, "Text copied")}>
              Copy its text
            </Button>
          )
        }
      >
        <p>What you have written since then cannot be saved. It stays here until you leave.</p>
      </Notice>
    );
  if (status.step === "signed-out")
    return (
      <Notice
        tone="warning"
        icon={LogIn}
        title="You are signed out"
        actions={
          <>
            <LinkButton href="/api/login?returnTo=%2Fadmin" target="_blank" variant="outline" size="sm">
              Sign in in a new tab
            </LinkButton>
            {status.retries && (
              <Button variant="outline" size="sm" onClick={() => void session.flush()}>
                Try again
              </Button>
            )}
          </>
        }
      >
        <p>
          Nothing is lost: what you have written stays here,{" "}
          {status.retries
            ? "and is saved once you are signed in again."
            : "to be saved once you are signed in again."}
        </p>
      </Notice>
    );
  if (status.step !== "conflict") return null;
  return (
    <div role="alert">
      <Notice tone="warning" icon={GitMerge} title={`This ${subject} was changed in another tab`}>
        <p>Both changed the same. Choose what to keep; everything else has been put together already.</p>
        {status.fields.map((field) => {
          const { label, mine, theirs } = describe(field);
          return (
            <div key={field} role="group" aria-label={label} className="mt-3 grid gap-3 sm:grid-cols-2">
              <Side
                title={`${label}: yours`}
                text={mine}
                button="Keep mine"
                onChoose={() => session.decide(field, "mine")}
              />
              <Side
                title={`${label}: theirs`}
                text={theirs}
                button="Take theirs"
                onChoose={() => session.decide(field, "theirs")}
              />
            </div>
          );
        })}
      </Notice>
    </div>
  );
}

type SideProps = { title: string; text: string; button: string; onChoose: () => void };

function Side({ title, text, button, onChoose }: SideProps) {
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-2 rounded-lg bg-card p-3 text-foreground">
      <p className="font-medium">{title}</p>
      <pre
        dir="auto"
        role="region"
        aria-label={title}
        // It scrolls, so it must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-60 overflow-auto font-sans text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={onChoose}>
        {button}
      </Button>
    </div>
  );
}
