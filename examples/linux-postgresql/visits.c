/* A web server that counts visits in the PostgreSQL that is linked to it, or in memory without one. */
#include <arpa/inet.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static PGconn *database;

/* Opens the database, or opens it again after it was away. */
static int is_open(const char *uri) {
  if (database && PQstatus(database) == CONNECTION_OK) return 1;
  PQfinish(database);
  database = PQconnectdb(uri);
  if (PQstatus(database) == CONNECTION_OK) {
    PQclear(PQexec(database, "CREATE TABLE IF NOT EXISTS visit (id bigserial PRIMARY KEY)"));
    return 1;
  }
  fprintf(stderr, "%s", PQerrorMessage(database));
  return 0;
}

/* Writes down a visit and says how many there were; 0 when the database does not answer. */
static int visit(const char *uri, char *text, size_t size) {
  static long count;
  if (!uri) return snprintf(text, size, "Visit %ld in memory\n", ++count);
  if (!is_open(uri)) return 0;
  PGresult *result = PQexec(database, "INSERT INTO visit DEFAULT VALUES RETURNING id");
  int is_done = PQresultStatus(result) == PGRES_TUPLES_OK;
  int length = is_done ? snprintf(text, size, "Visit %s in PostgreSQL\n", PQgetvalue(result, 0, 0)) : 0;
  if (!is_done) fprintf(stderr, "%s", PQerrorMessage(database));
  PQclear(result);
  return length;
}

int main(void) {
  const char *port = getenv("PORT"), *uri = getenv("POSTGRESQL_ADDON_URI");
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(port ? port : "8080"))};
  int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 64)) {
    perror("listen");
    return 1;
  }
  signal(SIGPIPE, SIG_IGN);
  for (;;) {
    char request[4096], body[128] = "", answer[512];
    int visitor = accept(listener, NULL, NULL);
    if (visitor < 0) continue;
    if (read(visitor, request, sizeof request) > 0) {
      int is_counted = visit(uri, body, sizeof body) > 0;
      int length = snprintf(answer, sizeof answer,
                            "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
                            is_counted ? "200 OK" : "503 Service Unavailable", strlen(body), body);
      if (write(visitor, answer, length) < 0) perror("write");
    }
    close(visitor);
  }
}
