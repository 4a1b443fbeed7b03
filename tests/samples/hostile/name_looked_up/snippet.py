import socket

socket.getaddrinfo("nobody.invalid", 80)
