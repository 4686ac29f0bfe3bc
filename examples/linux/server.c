/* A web server that answers every request in the same way. */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  const char *port = getenv("PORT");
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(port ? port : "8080"))};
  int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 64)) {
    perror("listen");
    return 1;
  }
  signal(SIGPIPE, SIG_IGN);
  for (;;) {
    char request[4096], answer[256];
    int visitor = accept(listener, NULL, NULL);
    if (visitor < 0) continue;
    if (read(visitor, request, sizeof request) > 0) {
      const char *body = "Hello from C\n";
      int length = snprintf(answer, sizeof answer,
                            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
                            strlen(body), body);
      if (write(visitor, answer, length) < 0) perror("write");
    }
    close(visitor);
  }
}
