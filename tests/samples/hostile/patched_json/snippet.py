"""Breaks what its answer would be written with."""

import json
import json.encoder

json.dumps = json.loads = json.JSONEncoder.encode = json.JSONEncoder.iterencode = None
json.encoder.c_make_encoder = json.encoder.encode_basestring_ascii = json.encoder._make_iterencode = None
value = 2 + 3
