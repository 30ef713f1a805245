import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { type ChangeEvent, type KeyboardEvent, Suspense, useId, useState, useSyncExternalStore } from "react";
import { typedAddress } from "#contract/document/link-address.ts";
import { videoHref, videoOfAddress } from "#contract/document/video-address.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { BlockNames, Named } from "./block-names.ts";
import { type BlockKind, blockTitles, textOf } from "./block-nodes.ts";
import type { MailTools } from "./mail-placeholder-chips.ts";
import { MailLinkButton } from "./mail-link-button.tsx";
import { putBlock } from "./put-block.ts";

const VideoCaptions = loadable(() =>
  import("./video-captions.tsx").then(({ VideoCaptions }) => VideoCaptions),
);

type Props = {
  editor: Editor;
  kind: BlockKind;
  names: BlockNames;
  mail: MailTools | undefined;
  /** Instead of a video elsewhere, where one may be sent. */
  onUpload: (() => void) | undefined;
  onDone: () => void;
};
type Values = Record<string, string>;

/** What a block is made of, in place of the tools, as for links and pictures. */
export function BlockField({ editor, kind, names, mail, onUpload, onDone }: Props) {
  const id = useId();
  const [{ position, before }] = useState(() => selectedOf(editor, kind));
  const [values, setValues] = useState<Values>(() => valuesOf(kind, before));
  const [problem, setProblem] = useState<string>();
  const list = useSyncExternalStore(names.subscribe, () =>
    kind === "product" ? names.products() : names.files(),
  );

  const save = () => {
    const made = attributesOfValues(kind, values);
    if (typeof made === "string") return setProblem(made);
    editor.view.focus();
    if (before) editor.chain().setNodeSelection(position).updateAttributes(kind, made).run();
    else putBlock(editor, kind, made);
    onDone();
  };
  const common = (name: string, index: number) => ({
    // Its own: the Field around the editor names the text.
    id: `${id}-${name}`,
    "aria-invalid": problem !== undefined || undefined,
    "aria-describedby": problem === undefined ? undefined : id,
    ref: index === 0 ? focusOn : null,
    value: values[name] ?? "",
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      const { value } = currentTarget;
      setValues((now) => ({ ...now, [name]: value }));
      setProblem(undefined);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      // Enter would send the form around it.
      event.preventDefault();
      save();
    },
  });
  const title = blockTitles[kind];
  return (
    <div role="group" aria-label={title} className="grid grow gap-2 p-1">
      <div className="grid gap-2 sm:grid-cols-2">
        {kind === "product" || kind === "attachment" ? (
          <NativeSelect aria-label={title} {...common("id", 0)}>
            <Choices kind={kind} list={list} />
          </NativeSelect>
        ) : (
          inputs[kind].map(({ name, label, placeholder, isAddress }, index) => (
            <Input
              key={name}
              aria-label={label}
              placeholder={placeholder}
              maxLength={isAddress ? 2_000 : 200}
              {...(isAddress && { inputMode: "url", autoComplete: "off", autoCapitalize: "off" })}
              {...common(name, index)}
            />
          ))
        )}
      </div>
      {kind === "videoFile" && before && (
        <Suspense fallback={<Skeleton className="h-16 w-full" />}>
          <VideoCaptions uploadId={textOf(before, "uploadId")} />
        </Suspense>
      )}
      {problem !== undefined && (
        <p id={id} role="alert" className="px-1 text-sm font-medium text-destructive-soft-foreground">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={save}>
          Set {title.toLowerCase()}
        </Button>
        {kind === "video" && !before && onUpload && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              onDone();
              onUpload();
            }}
          >
            Upload an MP4
          </Button>
        )}
        {kind === "button" && (
          <MailLinkButton mail={mail} onPress={(href) => setValues((now) => ({ ...now, href }))} />
        )}
        {before && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              editor.chain().focus().setNodeSelection(position).deleteSelection().run();
              onDone();
            }}
          >
            Remove {title.toLowerCase()}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            editor.view.focus();
            onDone();
          }}
        >
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Choices({ kind, list }: { kind: BlockKind; list: readonly Named[] | undefined }) {
  const none = kind === "product" ? "You have no products yet" : "There are no files beside this text yet";
  return (
    <>
      <option value="">{!list ? "Loading…" : list.length === 0 ? none : "Choose…"}</option>
      {list?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}

const focusOn = (element: HTMLElement | null) => element?.focus();

type TextInput = { name: string; label: string; placeholder: string; isAddress?: boolean };
const inputs: Record<"button" | "video" | "videoFile", readonly TextInput[]> = {
  button: [
    { name: "label", label: "Words of the button", placeholder: "Book a call" },
    { name: "href", label: "Address of the button", placeholder: "https://", isAddress: true },
  ],
  video: [
    {
      name: "address",
      label: "Address of the video",
      placeholder: "https://www.youtube.com/watch?v=…",
      isAddress: true,
    },
    { name: "title", label: "What the video is called", placeholder: "A walk through the studio" },
  ],
  videoFile: [{ name: "title", label: "What the video is called", placeholder: "A walk through the studio" }],
};

function selectedOf({ state }: Editor, kind: BlockKind) {
  const { selection } = state;
  const isSelected = selection instanceof NodeSelection && selection.node.type.name === kind;
  return { position: selection.from, before: isSelected ? selection.node.attrs : undefined };
}

function valuesOf(kind: BlockKind, attrs: Record<string, unknown> | undefined): Values {
  if (!attrs) return {};
  const text = (name: string) => textOf(attrs, name);
  if (kind === "button") return { label: text("label"), href: text("href") };
  if (kind === "videoFile") return { title: text("title") };
  if (kind !== "video") return { id: text(kind === "product" ? "productId" : "fileId") };
  const provider = text("provider") === "vimeo" ? "vimeo" : "youtube";
  return { address: videoHref({ provider, videoId: text("videoId") }), title: text("title") };
}

/** The block's attributes, or what is wrong with what was typed. */
function attributesOfValues(kind: BlockKind, values: Values): Record<string, string> | string {
  const said = (name: string) => (values[name] ?? "").trim();
  if (kind === "button") {
    const href = typedAddress(said("href"));
    if (said("label") === "") return "Say what stands on the button.";
    return href
      ? { label: said("label"), href }
      : "Use an address like https://example.com, or a page of this site like /u/you.";
  }
  if (kind === "video") {
    const video = videoOfAddress(said("address"));
    return video ? { ...video, title: said("title") } : "Use the address of a video on YouTube or Vimeo.";
  }
  if (kind === "videoFile") return { title: said("title") };
  if (said("id") === "") return kind === "product" ? "Choose a product." : "Choose a file.";
  return { [kind === "product" ? "productId" : "fileId"]: said("id") };
}
