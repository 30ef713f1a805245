/** What an operator can do wherever the embedded PostgreSQL cannot run; ends every such message. */
export const externalDatabaseHint =
  "Set DATABASE_URL to a PostgreSQL 15+ server, for example: " +
  "docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=secret postgres:18 and then " +
  "DATABASE_URL=postgres://postgres:secret@127.0.0.1:5432/postgres npm start";
