import { Copy, Inbox, Mail, Pencil, Plus, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Progress } from "#web/ui/progress.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { TooltipProvider } from "#web/ui/tooltip.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { WorkshopForm } from "./workshop-form.tsx";

const tabs = [
  { value: "one", label: "Products" },
  { value: "two", label: "Coupons" },
  { value: "three", label: "Abandoned Carts" },
] as const;

const statuses = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
] as const;

/** Every wrapper in every state, for contributors and for the accessibility tests; in local mode at /dev/ui. */
export function Workshop() {
  const [tab, setTab] = useState<(typeof tabs)[number]["value"]>("one");
  const [status, setStatus] = useState<(typeof statuses)[number]["value"]>("active");
  const [confirming, setConfirming] = useState(false);
  return (
    <TooltipProvider>
      <main className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 sm:px-8">
        <div className="flex items-center justify-between">
          <h1 className="text-lg">
            <Logo />
          </h1>
          <ThemeToggle className="inline-flex items-center gap-2 rounded-lg px-3 py-2 text-sm hover:bg-accent [&_svg]:size-4" />
        </div>
        <Section title="Buttons">
          <Button>Primary</Button>
          <Button variant="brand">Brand</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="outline">
            <Plus aria-hidden="true" /> Outline
          </Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="destructive">Destructive</Button>
          <Button loading>Loading</Button>
          <Button disabled>Disabled</Button>
          <LinkButton href="/" variant="outline">
            A link
          </LinkButton>
          <Button size="sm">Small</Button>
          <Button size="lg" variant="brand">
            Large
          </Button>
          <IconButton label="Copy link">
            <Copy aria-hidden="true" />
          </IconButton>
        </Section>
        <WorkshopForm />
        <Section title="Dialogs, menu and notifications">
          <Dialog
            title="Add product"
            description="It appears in your store at once."
            trigger={<Button>Open dialog</Button>}
          >
            <Field label="Status">
              <Select options={statuses} value={status} onValueChange={setStatus} />
            </Field>
            <DialogFooter>
              <DialogClose>Cancel</DialogClose>
              <Button>Create</Button>
            </DialogFooter>
          </Dialog>
          <Button variant="outline" onClick={() => setConfirming(true)}>
            Delete something
          </Button>
          <ConfirmDialog
            open={confirming}
            onOpenChange={setConfirming}
            title="Delete coupon"
            description={'Are you sure you want to delete coupon "LAUNCH50"? This action cannot be undone.'}
            confirmLabel="Delete"
            destructive
            onConfirm={() => setConfirming(false)}
          />
          <Menu trigger={<Button variant="outline">Menu</Button>} align="start">
            <MenuItem onClick={() => toast({ title: "Edited" })}>
              <Pencil aria-hidden="true" /> Edit
            </MenuItem>
            <MenuLink href="/">
              <Mail aria-hidden="true" /> A link
            </MenuLink>
            <MenuSeparator />
            <MenuItem destructive onClick={() => setConfirming(true)}>
              <Trash2 aria-hidden="true" /> Delete
            </MenuItem>
          </Menu>
          <Button
            variant="secondary"
            onClick={() => toast({ title: "Success", description: "Product created successfully" })}
          >
            Notify
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              toast({ title: "Error", description: "Failed to create product", variant: "destructive" })
            }
          >
            Notify an error
          </Button>
        </Section>
        <Section title="Badges and progress">
          <Badge>Neutral</Badge>
          <Badge tone="brand">FEATURED</Badge>
          <Badge tone="success">PAID</Badge>
          <Badge tone="warning">PENDING</Badge>
          <Badge tone="destructive">FAILED</Badge>
          <Badge tone="info">Course</Badge>
          <Badge tone="outline">Draft</Badge>
          <Spinner label="Loading" />
          <Progress label="Store setup" value={60} />
          <Skeleton className="h-10 w-full" />
        </Section>
        <Tabs label="Example" tabs={tabs} value={tab} onValueChange={setTab}>
          {tabs.map(({ value, label }) => (
            <TabPanel key={value} value={value}>
              {label} panel
            </TabPanel>
          ))}
        </Tabs>
        <Tabs label="Example, small" variant="pill" tabs={tabs} value={tab} onValueChange={setTab}>
          {tabs.map(({ value, label }) => (
            <TabPanel key={value} value={value}>
              {label} panel
            </TabPanel>
          ))}
        </Tabs>
        <Card>
          <CardHeader
            title="Recent orders"
            description="The last 30 days"
            action={<Button size="sm">Export</Button>}
          />
          <div className="pt-4">
            <Table label="Recent orders">
              <TableHeader>
                <TableRow>
                  <TableHead>Customer</TableHead>
                  <TableHead>Product</TableHead>
                  <TableHead>Total</TableHead>
                  <TableHead>Status</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {["amelie@example.com", "jonas@example.com", "priya@example.com"].map((email, index) => (
                  <TableRow key={email}>
                    <TableCell>{email}</TableCell>
                    <TableCell className="text-muted-foreground">The launch playbook</TableCell>
                    <TableCell className="tabular-nums">{formatMoney(4900 + index * 1000)}</TableCell>
                    <TableCell>
                      <Badge tone="success">PAID</Badge>
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </div>
        </Card>
        <Card>
          <EmptyState icon={Inbox} title="No Products Yet" action={<Button>Add Product</Button>}>
            Create your first product and share your store.
          </EmptyState>
        </Card>
      </main>
    </TooltipProvider>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody className="flex flex-wrap items-center gap-3">{children}</CardBody>
    </Card>
  );
}
