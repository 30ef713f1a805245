const ending = "@erased.invalid";

/** What stands in an address's place once its owner had their data removed; no mail ever leaves for it. */
export const erasedAddress = (customerId: string): string => `${customerId}${ending}`;

export const isErasedAddress = (address: string): boolean => address.endsWith(ending);
