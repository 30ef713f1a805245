/**
 * Rich text as it is stored: the JSON of a closed set of nodes, in the form that ProseMirror gives and takes. Types only:
 * `node-rules.ts` says what may stand in what, and `readDocument` is the one way for a value from outside to become one.
 */
export type RichDocument = { type: "doc"; content: Block[] };

export type Block =
  | Paragraph
  | Heading
  | CodeBlock
  | { type: "blockquote"; content: Block[] }
  | Callout
  | { type: "bulletList"; content: ListItem[] }
  | { type: "orderedList"; attrs: { start: number }; content: ListItem[] }
  | { type: "taskList"; content: TaskItem[] }
  | { type: "table"; content: TableRow[] }
  | { type: "horizontalRule" }
  | PictureBlock
  | ButtonBlock
  | VideoBlock
  | VideoFileBlock
  | ProductBlock
  | AttachmentBlock;

export type PictureBlock = { type: "picture"; attrs: PictureAttributes };
/** A picture that was uploaded for texts. Its size is that of its largest encoding, so that nothing moves when it arrives. */
export type PictureAttributes = {
  imageId: string;
  width: number;
  height: number;
  /** What it shows, for who cannot see it; empty where it says nothing (decoration), null while nobody was asked. */
  alt: string | null;
  caption: string;
};
/** A link that looks like a button. */
export type ButtonBlock = { type: "button"; attrs: { label: string; href: string } };
/** A video elsewhere: a link that opens it, since no page of ours loads anything from there. */
export type VideoBlock = { type: "video"; attrs: VideoAttributes };
export type VideoAttributes = { provider: "youtube" | "vimeo"; videoId: string; title: string };
/** A video that was uploaded for the text: it plays in it, for whoever may read it. */
export type VideoFileBlock = { type: "videoFile"; attrs: VideoFileAttributes };
export type VideoFileAttributes = {
  uploadId: string;
  /** Its picture before it plays; null where the browser that sent it could make none. */
  posterId: string | null;
  /** Of the picture, so that nothing moves when it arrives. */
  width: number;
  height: number;
  title: string;
};
/** One of the creator's products, with the picture, title and price that it has when it is read. */
export type ProductBlock = { type: "product"; attrs: { productId: string } };
/** One of the files beside the text, with the name and size that it has there. */
export type AttachmentBlock = { type: "attachment"; attrs: { fileId: string } };
export type Paragraph = { type: "paragraph"; content: Inline[] };
/** Level 1 is the highest of the text; the page that shows it says which heading that is. */
export type Heading = { type: "heading"; attrs: { level: 1 | 2 | 3 }; content: Inline[] };
export type CodeBlock = { type: "codeBlock"; attrs: { language: string | null }; content: TextNode[] };
export type Callout = { type: "callout"; attrs: { tone: CalloutTone }; content: Block[] };
export type CalloutTone = "note" | "tip" | "warning";
export type ListItem = { type: "listItem"; content: Block[] };
export type TaskItem = { type: "taskItem"; attrs: { checked: boolean }; content: Block[] };
export type TableRow = { type: "tableRow"; content: TableCell[] };
export type TableCell = {
  type: "tableHeader" | "tableCell";
  attrs: { colspan: number; rowspan: number; colwidth: null };
  content: Paragraph[];
};

export type Inline = TextNode | { type: "hardBreak" };
export type TextNode = { type: "text"; text: string; marks?: Mark[] };
export type Mark =
  | { type: "bold" }
  | { type: "italic" }
  | { type: "strike" }
  | { type: "code" }
  | { type: "link"; attrs: { href: string } };

export type DocumentNode = RichDocument | Block | ListItem | TaskItem | TableRow | TableCell | Inline;
export type NodeType = DocumentNode["type"];
export type MarkType = Mark["type"];
