/** SQL: of conditions by their names, the names of those that hold: an array of texts, empty where none does. */
export const namesOfTrue = (conditions: readonly (readonly [name: string, condition: string])[]): string =>
  `array_remove(array[${conditions
    .map(([name, condition]) => `case when ${condition} then '${name}' end`)
    .join(",\n     ")}], null)`;
