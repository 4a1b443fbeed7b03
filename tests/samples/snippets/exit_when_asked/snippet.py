import os


class Asked:
    @property
    def gone(self):
        os._exit(3)


asked = Asked()
