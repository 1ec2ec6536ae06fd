/* socket PATH: creates a socket at that path. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int count, char **arguments) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count != 2 || strlen(arguments[1]) >= sizeof address.sun_path) return 2;
  strcpy(address.sun_path, arguments[1]);
  int socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
  if (socket_ < 0 || bind(socket_, (struct sockaddr *)&address, sizeof address) != 0) {
    perror(arguments[1]);
    return 1;
  }
  return 0;
}
