import socket

socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
