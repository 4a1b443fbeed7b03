import given
from given import base

value = base * 2
