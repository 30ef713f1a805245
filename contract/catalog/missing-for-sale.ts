/** What a product can lack to go on sale. */
export const missingForSaleNames = [
  "file",
  "link",
  "lessons",
  "date",
  "event",
  "times",
  "shipping",
  "parts",
  "part",
] as const;
export type MissingForSale = (typeof missingForSaleNames)[number];

/** What its creator is told. */
export const missingText: Record<MissingForSale, string> = {
  file: "Please upload a file for the digital download.",
  link: "Please provide an external download URL.",
  lessons: "Add a lesson first: a course without lessons cannot go on sale.",
  date: "Say when it begins and ends: an event without a date cannot go on sale.",
  event: "It is cancelled: say first that it takes place after all.",
  shipping:
    "Set up shipping before you put this on sale: where you ship, and what it costs. What you typed here stays.",
  parts: "Choose two products or more: that is what a bundle is made of.",
  part: "A product in it is not for sale at the moment: put it on sale, or take it out of the bundle.",
  times: "Offer times, or give the link where buyers choose one: a session without either cannot go on sale.",
};
