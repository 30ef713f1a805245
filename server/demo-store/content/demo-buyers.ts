export type DemoBuyer = { firstName: string; lastName: string; email: string };

const FIRST_NAMES = [
  "Aisha",
  "Noah",
  "Inês",
  "Kofi",
  "Priya",
  "Tom",
  "Yuki",
  "Lena",
  "Omar",
  "Ana",
  "Sam",
  "Zoë",
  "Mateo",
  "Hanna",
  "Jamal",
  "Freya",
  "Luca",
  "Mei",
  "Elif",
  "Daniel",
  "Nora",
  "Ravi",
  "Clara",
  "Ibrahim",
  "Sofia",
  "Jonas",
  "Amara",
  "Hugo",
  "Linh",
  "Oscar",
  "Tessa",
  "Andrei",
  "Grace",
  "Felix",
  "Salma",
  "Ruben",
  "Chloé",
  "Marcus",
  "Ingrid",
  "Diego",
];

const LAST_NAMES = [
  "Rahman",
  "Brandt",
  "Carvalho",
  "Mensah",
  "Nair",
  "Ellery",
  "Tanaka",
  "Hoffmann",
  "Said",
  "Ruiz",
  "Whitfield",
  "Vermeer",
  "Ortega",
  "Virtanen",
  "Brooks",
  "Lindholm",
  "Moretti",
  "Chen",
  "Demir",
  "Okafor",
  "Solberg",
  "Iyer",
  "Novak",
  "Diallo",
  "Rossi",
  "Keller",
  "Eze",
  "Laurent",
  "Pham",
  "Berg",
  "Marsh",
  "Popescu",
  "Adeyemi",
  "Wolff",
  "Haddad",
  "Visser",
  "Dubois",
  "Reed",
  "Nilsen",
  "Santos",
];

/** 160 people who buy in the demo store. Their addresses end in example.com, which delivers nowhere. */
export const DEMO_BUYERS: DemoBuyer[] = [0, 7, 18, 29].flatMap((shift) =>
  FIRST_NAMES.map((firstName, index) => {
    const lastName = LAST_NAMES[(index + shift) % LAST_NAMES.length] ?? "Reed";
    return { firstName, lastName, email: `${plain(firstName)}.${plain(lastName)}@example.com` };
  }),
);

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\P{ASCII}/gu, "")
    .toLowerCase();
}
