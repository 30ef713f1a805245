import type { CardBrand } from "./card-format.ts";

const names: Record<CardBrand, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

const faces: Partial<Record<CardBrand, { ground: string; text: string }>> = {
  visa: { ground: "#1a1f71", text: "VISA" },
  amex: { ground: "#1f72cd", text: "AMEX" },
  discover: { ground: "#e55c20", text: "DISCOVER" },
  diners: { ground: "#0079be", text: "DINERS" },
  jcb: { ground: "#0b7b3e", text: "JCB" },
  unionpay: { ground: "#00537e", text: "UPAY" },
};

/** A card brand's mark, as large as a line of text. */
export function CardBrandMark({ brand }: { brand: CardBrand }) {
  const face = faces[brand];
  return (
    <svg viewBox="0 0 30 20" className="h-5 w-7.5" role="img" aria-label={names[brand]}>
      <rect width="30" height="20" rx="3" fill={face?.ground ?? "#252525"} />
      {face ? (
        <text
          x="15"
          y="13.2"
          textAnchor="middle"
          fill="#fff"
          fontSize={{ 4: 8, 8: 4.8 }[face.text.length] ?? 6.5}
          fontWeight="700"
          fontStyle={brand === "visa" ? "italic" : "normal"}
        >
          {face.text}
        </text>
      ) : (
        <>
          <circle cx="11.5" cy="10" r="6" fill="#eb001b" />
          <circle cx="18.5" cy="10" r="6" fill="#f79e1b" />
          <path d="M15 5.1a6 6 0 0 1 0 9.8 6 6 0 0 1 0-9.8Z" fill="#ff5f00" />
        </>
      )}
    </svg>
  );
}
