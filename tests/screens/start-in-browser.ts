/**
 * Stands in for TanStack Start, whose compiler keeps of each isomorphic function only the half that belongs to a build. Tests
 * of screens are not built: here the browser's half is the one that is called.
 */
export function createIsomorphicFn() {
  return makeFunction(() => undefined);
}

type Implementation = (...args: unknown[]) => unknown;

function makeFunction(implementation: Implementation) {
  const isomorphic: Implementation = (...args) => implementation(...args);
  return Object.assign(isomorphic, {
    server: () => makeFunction(implementation),
    client: (inBrowser: Implementation) => makeFunction(inBrowser),
  });
}

const onServerOnly = (): never => {
  throw new Error("Only the server has a request");
};
export const getCookie = onServerOnly;
export const getRequest = onServerOnly;
export const getRequestHeader = onServerOnly;
