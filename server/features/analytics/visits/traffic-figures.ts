/** The figures of rollups, in the order of their columns. */
export const figures = ["visits", "views", "checkouts", "emails", "tried", "paid", "added"] as const;

export const columns = figures.join(", ");
export const sums = figures.map((figure) => `sum(${figure})::int8 as ${figure}`).join(", ");

/** SQL: how many visits came how far, by the column that says it. */
const stepsOf = (step: string) =>
  [2, 3, 4, 5, 6].map((least) => `count(*) filter (where ${step} >= ${least})`).join(", ");

/** SQL: the figures of visits (`v`), and of the products that they looked at (`k`). */
export const figuresOfVisits = `count(*), coalesce(sum(v.views), 0), ${stepsOf("v.step")}`;
export const figuresOfProducts = `count(*), count(*), ${stepsOf("k.step")}`;
