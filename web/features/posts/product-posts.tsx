import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Newspaper, Plus } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { getPost, listProductPosts, postsPerPage } from "#contract/posts/posts.ts";
import { apiQuery } from "#web/api.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { PanelHeading } from "#web/layout/panel-heading.tsx";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useOpenedDialog, useOpenedItem } from "#web/layout/use-opened-dialog.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTablePager } from "#web/ui/data-table-pager.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import type { MembershipChoice } from "./post-fields.tsx";
import { PostRow } from "./post-row.tsx";
import type { PostUploads } from "./post-uploads.ts";
import { shopNow } from "#web/shop-now.ts";
import { usePostRemoval } from "./use-post-changes.ts";

const PostDialog = loadable(async () => (await import("./post-dialog.tsx")).PostDialog);

type ProductPostsProps = { productId: string; uploads: PostUploads; onBack: () => void };

/** What the creator writes for the members of one product: the list, and the dialogs that write, change and delete. */
export function ProductPosts({ productId, uploads, onBack }: ProductPostsProps) {
  const [{ page }, setList] = useListSearch();
  const { data: products } = useQuery(apiQuery(listMyProducts));
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...apiQuery(listProductPosts, { params: { id: productId }, querystring: { page } }),
    placeholderData: keepPreviousData,
  });
  const pages = data && Math.max(1, Math.ceil(data.total / postsPerPage));
  // The last post of the last page was deleted, or the address names a page that there is not.
  useEffect(() => {
    if (!isPlaceholderData && pages !== undefined && page > pages) setList({ page: pages });
  }, [isPlaceholderData, page, pages, setList]);
  const { opened, open, close, rename } = useOpenedDialog("post");
  const removal = usePostRemoval();
  const memberships = products?.filter(({ type }) => type === "MEMBERSHIP");
  const title = products?.find(({ id }) => id === productId)?.title;
  const add = (
    <Button onClick={() => open("new")}>
      <Plus aria-hidden="true" /> Write a Post
    </Button>
  );
  return (
    <>
      <PanelHeading
        title={title === undefined ? "Posts" : `Posts for members of ${isolated(title)}`}
        backLabel="All products"
        onBack={onBack}
        actions={data && data.total > 0 && add}
      >
        <p className="text-sm text-muted-foreground">
          Members read them in their members area, for as long as their membership is open.
        </p>
      </PanelHeading>
      {isError ? (
        <Card>
          <EmptyState
            icon={Newspaper}
            title="These posts could not be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        </Card>
      ) : !data || !pages || page > pages ? (
        <TableSkeleton label="Loading posts" />
      ) : data.total === 0 ? (
        <Card>
          <EmptyState icon={Newspaper} title="No Posts Yet" action={add}>
            Write something only members get to read: news, a new template, what you are working on.
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <ul aria-label="Posts" className="divide-y divide-border">
            {data.posts.map((post) => (
              <PostRow
                key={post.id}
                post={post}
                now={shopNow()}
                onEdit={() => open(post.id)}
                onRemove={() => removal.mutate(post.id)}
              />
            ))}
          </ul>
          {pages > 1 && (
            <DataTablePager
              page={page}
              pages={pages}
              total={data.total}
              onPageChange={(page) => setList({ page })}
            />
          )}
        </Card>
      )}
      {memberships && (
        <OpenedPost
          opened={opened}
          productId={productId}
          memberships={memberships}
          uploads={uploads}
          onClose={close}
          onRename={rename}
        />
      )}
    </>
  );
}

type OpenedPostProps = {
  /** A post's id, or "new". */
  opened: string | undefined;
  productId: string;
  memberships: readonly MembershipChoice[];
  uploads: PostUploads;
  onClose: (how: { saved: boolean }) => void;
  /** The new one has this id now. */
  onRename: (id: string) => void;
};

/** The dialog of the post that the address names, once its text is here. */
function OpenedPost({ opened, onClose, onRename, ...dialog }: OpenedPostProps) {
  // The post that was begun in the open dialog, which knows it and needs no reading.
  const [begunAs, setBegunAs] = useState<string>();
  if (opened === undefined && begunAs !== undefined) setBegunAs(undefined);
  const wanted = opened !== undefined && opened !== "new" && opened !== begunAs;
  const { data: post, error } = useQuery({
    ...apiQuery(getPost, { params: { id: opened ?? "" } }),
    enabled: wanted,
    retry: false,
    // Always as it is now: what an older text is saved over would be refused.
    gcTime: 0,
  });
  useEffect(() => {
    if (!wanted || !error) return;
    reportFailure(error, "This post could not be opened");
    onClose({ saved: true });
  }, [wanted, error, onClose]);
  const { opening, open, item } = useOpenedItem(opened, post ? [post] : [], begunAs);
  if (opening === 0) return null;
  return (
    <Suspense>
      <PostDialog
        key={opening}
        open={open}
        address={opened}
        post={item}
        onBegun={(id) => {
          setBegunAs(id);
          onRename(id);
        }}
        onClose={onClose}
        {...dialog}
      />
    </Suspense>
  );
}
