"""Interferes whenever rubbish is collected."""

import gc


def interfere(phase, details):
    raise RuntimeError(phase)


gc.callbacks.append(interfere)
gc.set_threshold(1)
gc.collect()
value = 2 + 3
