/** The method whose work a request asks for: HEAD does all of GET's. Limits, connections and logs of what happened go by it. */
export const workMethod = ({ method }: { method: string }): string => (method === "HEAD" ? "GET" : method);
