"""The `data_hash` function of hiera.yaml for files in JSON."""

from __future__ import annotations

from ..data_functions import data_hash_function

FUNCTION = data_hash_function(__name__, __doc__)
