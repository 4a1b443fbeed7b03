open("/dev/tty")
