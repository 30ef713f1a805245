import { ChevronDown, Plus, Trash2, Undo2 } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { blockKinds, type BlockKind, mostBlocks, singleKinds } from "#contract/design/block-kinds.ts";
import type { Block } from "#contract/design/blocks.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { BlockFields } from "./block-fields.tsx";
import { blockLabels, blockName } from "./block-labels.ts";
import { newBlock } from "./new-block.ts";

type Props = {
  blocks: readonly Block[];
  onChange: (next: (blocks: Block[]) => Block[]) => void;
};

/** What the store's page is made of: put in order by drag and by keys, each opened to be changed. */
export function BlocksCard({ blocks, onChange }: Props) {
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const [opened, setOpened] = useState<string>();
  const [removed, setRemoved] = useState<{ block: Block; index: number }>();
  const [said, setSaid] = useState("");
  const undo = useRef<HTMLButtonElement>(null);
  const nameOf = (block: Block) => blockName(block, (id) => products.find((each) => each.id === id)?.title);

  const add = (kind: BlockKind) => {
    const block = newBlock(kind);
    onChange((before) => [...before, block]);
    setOpened(block.id);
    setSaid(`${blockLabels[kind].label} added, number ${blocks.length + 1} of ${blocks.length + 1}`);
  };
  const remove = (block: Block, index: number) => {
    onChange((before) => before.filter(({ id }) => id !== block.id));
    setRemoved({ block, index });
    setSaid(`${nameOf(block)} removed`);
    // What was pressed is gone with it.
    requestAnimationFrame(() => undo.current?.focus());
  };
  const putBack = () => {
    if (!removed) return;
    onChange((before) => before.toSpliced(removed.index, 0, removed.block));
    setSaid(`${nameOf(removed.block)} is back, number ${removed.index + 1} of ${blocks.length + 1}`);
    setOpened(removed.block.id);
    setRemoved(undefined);
  };
  const canUndo =
    removed && !blocks.some(({ id, kind }) => id === removed.block.id || isTaken(kind, removed.block.kind));
  return (
    <Card>
      <CardHeader
        title="Page"
        description="What your store is made of, below your name. Drag it, or press the arrows."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">
        <p role="status" className="sr-only">
          {said}
        </p>
        {blocks.length === 0 && (
          <p className="py-2 text-sm text-muted-foreground">
            Your page shows your name alone. Add a block below.
          </p>
        )}
        <SortableList
          label="Blocks"
          items={blocks}
          idOf={({ id }) => id}
          nameOf={nameOf}
          onReorder={(ids) =>
            onChange((before) => ids.flatMap((id) => before.find((block) => block.id === id) ?? []))
          }
        >
          {(block, handles, index) => (
            <BlockRow
              block={block}
              name={nameOf(block)}
              handles={handles}
              isOpen={opened === block.id}
              onToggle={() => setOpened(opened === block.id ? undefined : block.id)}
              onChange={(next) =>
                onChange((before) => before.map((each) => (each.id === next.id ? next : each)))
              }
              onRemove={() => remove(block, index)}
            />
          )}
        </SortableList>
        {canUndo && (
          <p className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-muted px-3 py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">
              <bdi>{nameOf(removed.block)}</bdi> removed
            </span>
            <Button ref={undo} variant="outline" size="sm" onClick={putBack}>
              <Undo2 aria-hidden="true" />
              Undo
            </Button>
          </p>
        )}
        {blocks.length < mostBlocks ? (
          <Menu
            align="start"
            trigger={
              <Button variant="outline" className="justify-self-start">
                <Plus aria-hidden="true" />
                Add a block
              </Button>
            }
          >
            {blockKinds
              .filter((kind) => !blocks.some((block) => isTaken(block.kind, kind)))
              .map((kind) => {
                const { icon: Icon, label, about } = blockLabels[kind];
                return (
                  <MenuItem key={kind} onClick={() => add(kind)}>
                    <Icon aria-hidden="true" />
                    <span className="grid">
                      {label}
                      <span className="text-xs text-muted-foreground">{about}</span>
                    </span>
                  </MenuItem>
                );
              })}
          </Menu>
        ) : (
          <p className="text-sm text-muted-foreground">A page has at most {mostBlocks} blocks.</p>
        )}
      </CardBody>
    </Card>
  );
}

/** Whether a page that has `one` cannot have `other` besides. */
const isTaken = (one: BlockKind, other: BlockKind) => one === other && singleKinds.includes(one);

type RowProps = {
  block: Block;
  name: string;
  handles: React.ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (block: Block) => void;
  onRemove: () => void;
};

function BlockRow({ block, name, handles, isOpen, onToggle, onChange, onRemove }: RowProps) {
  const id = useId();
  const { icon: Icon } = blockLabels[block.kind];
  return (
    <div>
      <div className="flex min-h-12 items-center gap-2 py-1 text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 grow items-center gap-2.5 rounded-lg px-1 text-left hover:bg-accent"
        >
          <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted-foreground" />
          <span dir="auto" className="min-w-0 grow truncate">
            {name}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classNames("size-4 shrink-0 text-muted-foreground", isOpen && "rotate-180")}
          />
        </button>
        {handles}
      </div>
      <div id={id} hidden={!isOpen} className="pb-4">
        {isOpen && (
          <div
            role="group"
            aria-label={name}
            className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-border p-4"
          >
            <BlockFields block={block} onChange={onChange} />
            <Button
              variant="ghost"
              size="sm"
              className="justify-self-end"
              onClick={onRemove}
              aria-label={`Remove ${name}`}
            >
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
