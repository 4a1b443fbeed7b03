import socket

socket.socket(socket.AF_INET6).connect(("::1", 9))
