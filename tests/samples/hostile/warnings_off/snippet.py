"""Silences what a lesson must not leave unsaid, for itself."""

import warnings

warnings.simplefilter("ignore")
warnings.warn("unsaid")
value = 2 + 3
