// Usage: bare-server.ts <port>; what a server of ours could least cost that does nothing: Fastify with one route.
import Fastify from "fastify";

const app = Fastify();
app.get("/api/ready", () => ({ ok: true }));
await app.listen({ host: "127.0.0.1", port: Number(process.argv[2]) });
