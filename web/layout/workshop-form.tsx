import { Search } from "lucide-react";
import { useState } from "react";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { formatFileSize } from "#contract/file-size.ts";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

const types = [
  { value: "DOWNLOAD", label: "Download" },
  { value: "COURSE", label: "Course" },
  { value: "MEMBERSHIP", label: "Membership" },
] as const;

/** The workshop's form controls. */
export function WorkshopForm() {
  const [type, setType] = useState<(typeof types)[number]["value"] | null>(null);
  const [file, setFile] = useState<File>();
  return (
    <Card>
      <CardHeader title="Form" description="Fields tie label, hint and error to their control." />
      <CardBody>
        <form className="grid gap-5 sm:grid-cols-2">
          <Field label="Email Address" required hint="We send the receipt here.">
            <Input type="email" autoComplete="email" placeholder="you@example.com" />
          </Field>
          <Field label="Coupon code" required error="Coupon code must be at least 3 characters long">
            <Input defaultValue="A" />
          </Field>
          <Field label="Price">
            <Input prefix="$" inputMode="decimal" defaultValue="49.00" />
          </Field>
          <Field label="Search" aside="Optional">
            <Input prefix={<Search />} type="search" placeholder="Search coupons" />
          </Field>
          <Field label="Type">
            <Select options={types} value={type} onValueChange={setType} placeholder="Choose a type" />
          </Field>
          <Field label="Type (native)">
            <NativeSelect defaultValue="COURSE">
              {types.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label="Description" className="sm:col-span-2">
            <Textarea />
          </Field>
          <label htmlFor="featured" className="flex items-center gap-3 text-sm">
            <Checkbox id="featured" defaultChecked /> Featured on my store
          </label>
          <label htmlFor="active" className="flex items-center gap-3 text-sm">
            <Switch id="active" defaultChecked /> Active
          </label>
          <div className="sm:col-span-2">
            <FileDrop onFile={setFile} hint="PDF, ZIP, video or audio, up to 1 GB" />
            {file && (
              <p className="mt-2 text-sm text-muted-foreground">
                <bdi>{file.name}</bdi>, {formatFileSize(file.size)}
              </p>
            )}
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
