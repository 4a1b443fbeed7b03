import os

os.mkdir("tashikame-marker")
