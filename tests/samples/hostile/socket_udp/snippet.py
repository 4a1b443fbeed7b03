import socket

socket.socket(type=socket.SOCK_DGRAM).sendto(b"", ("127.0.0.1", 9))
