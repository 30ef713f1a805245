import { useState } from "react";
import { longestNote } from "#contract/courses/lesson-notes.ts";
import { clockText } from "#web/features/player/clock-text.ts";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { Playhead } from "#web/features/player/playhead.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { notesMarkdown } from "./notes-markdown.ts";
import type { ShownNote } from "./notes-outbox.ts";
import { useNotes } from "./use-notes.ts";

type Props = { lesson: OutlineLesson; playhead: Playhead };

/** One's own notes on a lesson, each with the second of the video at which it was begun. */
export function Notes({ lesson, playhead }: Props) {
  const { course } = useCourseVisit();
  const { notes, isFailed, reload, problem, write } = useNotes(course);
  if (isFailed)
    return (
      <p className="text-sm text-muted-foreground">
        Your notes could not be loaded.{" "}
        <Button variant="ghost" size="sm" onClick={reload}>
          Try Again
        </Button>
      </p>
    );
  if (!notes) return <Skeleton className="h-32 w-full" />;
  const shown = notes.filter(({ lessonId }) => lessonId === lesson.id);
  return (
    <div className="grid gap-4">
      <NoteForm
        playhead={playhead}
        onSave={(seconds, text) => write(crypto.randomUUID(), { lessonId: lesson.id, seconds, text })}
      />
      {problem && (
        <p role="alert" className="text-sm text-destructive">
          {problem}
        </p>
      )}
      {shown.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          Nobody but you sees your notes. The first one of this lesson stands here.
        </p>
      ) : (
        <ul className="grid gap-3">
          {shown.map((note) => (
            <Note
              key={note.id}
              note={note}
              playhead={playhead}
              onChange={(text) => write(note.id, { lessonId: lesson.id, seconds: note.seconds, text })}
            />
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          onClick={() => download(`${course.slug}-notes.md`, notesMarkdown(course, notes))}
        >
          Export the course’s notes
        </Button>
      )}
    </div>
  );
}

type NoteFormProps = { playhead: Playhead; onSave: (seconds: number | null, text: string) => void };

function NoteForm({ playhead, onSave }: NoteFormProps) {
  const [text, setText] = useState("");
  // The second that it is about: the one at which its writer began.
  const [seconds, setSeconds] = useState<number | null>(null);

  function type(typed: string) {
    if (text === "") {
      const at = playhead.seconds();
      setSeconds(at === undefined ? null : Math.floor(at));
    }
    setText(typed);
  }
  function save() {
    if (text.trim() === "") return;
    onSave(seconds, text.trim());
    setText("");
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Textarea
        aria-label="New note"
        placeholder="Write a note"
        maxLength={longestNote}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && save()}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="sm">
          Save note
        </Button>
        {text !== "" && seconds !== null && (
          <span className="text-sm text-muted-foreground">At {clockText(seconds)}</span>
        )}
      </div>
    </form>
  );
}

type NoteProps = { note: ShownNote; playhead: Playhead; onChange: (text: string | null) => void };

function Note({ note: { seconds, text, isWaiting }, playhead, onChange }: NoteProps) {
  const [changed, setChanged] = useState<string>();
  const name = seconds === null ? "note" : `note at ${clockText(seconds)}`;
  return (
    <li className="grid gap-2 rounded-xl border border-border p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        {seconds !== null && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Go to ${clockText(seconds)}`}
            onClick={() => playhead.go(seconds)}
          >
            {clockText(seconds)}
          </Button>
        )}
        {isWaiting && (
          <span role="status" className="text-muted-foreground">
            Not saved yet
          </span>
        )}
        <span className="grow" />
        <Button
          variant="ghost"
          size="sm"
          aria-label={changed === undefined ? `Edit ${name}` : `Save ${name}`}
          onClick={() => {
            if (changed !== undefined && changed.trim() !== "" && changed.trim() !== text)
              onChange(changed.trim());
            setChanged(changed === undefined ? text : undefined);
          }}
        >
          {changed === undefined ? "Edit" : "Save"}
        </Button>
        <Button variant="ghost" size="sm" aria-label={`Delete ${name}`} onClick={() => onChange(null)}>
          Delete
        </Button>
      </div>
      {changed === undefined ? (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {text}
        </p>
      ) : (
        <Textarea
          aria-label={`Text of ${name}`}
          maxLength={longestNote}
          value={changed}
          onChange={({ currentTarget }) => setChanged(currentTarget.value)}
        />
      )}
    </li>
  );
}

/** Hands a text to its reader as a file. */
function download(fileName: string, text: string) {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
