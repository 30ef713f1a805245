import { Check, Minus } from "lucide-react";
import { Section } from "./section.tsx";

const columns = ["Openstall", "Link-in-bio stores", "DM automation tools"];

const rows: [feature: string, ...cells: ("yes" | "no" | "Some plans" | "Some")[]][] = [
  ["Downloads, courses and memberships", "yes", "Some plans", "no"],
  ["Keyword replies to DMs", "yes", "Some", "yes"],
  ["Sales counted per keyword", "yes", "no", "Some"],
  ["Order bumps and one-click upsells", "yes", "Some plans", "no"],
  ["Affiliates", "yes", "Some plans", "no"],
  ["Runs on your own server", "yes", "no", "no"],
];

export function Comparison() {
  return (
    <Section eyebrow="Comparison" title="One tool where others need two">
      <div className="overflow-hidden rounded-2xl border border-border bg-card shadow-sm">
        <table className="w-full table-fixed border-collapse text-center text-xs sm:text-base">
          <caption className="sr-only">Openstall against two kinds of competitors</caption>
          <thead>
            <tr className="border-b border-border">
              <th scope="col" className="w-[34%] sm:w-2/5">
                <span className="sr-only">Feature</span>
              </th>
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={index === 0 ? `${cell} bg-brand-soft text-brand-soft-foreground` : cell}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {rows.map(([feature, ...cells]) => (
              <tr key={feature}>
                <th scope="row" className="px-3 py-3.5 text-left font-medium sm:px-6">
                  {feature}
                </th>
                {cells.map((value, index) => (
                  <td
                    key={columns[index]}
                    className={index === 0 ? `${cell} bg-brand-soft` : `${cell} text-muted-foreground`}
                  >
                    <Mark value={value} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Mark({ value }: { value: string }) {
  if (value !== "yes" && value !== "no") return value;
  const Icon = value === "yes" ? Check : Minus;
  return (
    <>
      <Icon aria-hidden="true" className={value === "yes" ? "mx-auto size-5 text-brand" : "mx-auto size-5"} />
      <span className="sr-only">{value === "yes" ? "Yes" : "No"}</span>
    </>
  );
}

const cell = "px-2 py-3.5 font-medium sm:px-4";
