"""The snippet's line is the one that imports; the message says where it broke."""

import broken
