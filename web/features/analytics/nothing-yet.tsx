import { Link } from "@tanstack/react-router";
import { buttonStyle } from "#web/ui/button-style.ts";

/** Says that there is nothing in the period, and where to begin. */
export function NothingYet({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-muted p-4 text-sm">
      <p>{text}</p>
      <Link to="/admin" search={{ tab: "products" }} className={buttonStyle("outline", "sm")}>
        Look at your products
      </Link>
    </div>
  );
}
