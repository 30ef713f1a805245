/** Who owns the demo store. */
export const DEMO_CREATOR = {
  handle: "demo",
  firstName: "Maya",
  lastName: "Lindqvist",
  email: "demo@example.com",
  tagline: "Brand design and honest pricing for people who work for themselves.",
  bio:
    "I spent nine years designing identities for cafés, clinics and climate start-ups, and most of that time " +
    "guessing what to charge. Now I teach the parts nobody taught me: how to read a brief, how to present so that " +
    "clients decide, and how to price work without an apology. Everything here is what I use in my own studio.",
  postalAddress: "Rua do Exemplo 12\n1200-000 Lisbon\nPortugal",
} as const;
