/** How many products a bundle consists of. Apart from the other limits: the checkout counts parts, and checks nothing else. */
export const mostParts = 20;
export const fewestParts = 2;
