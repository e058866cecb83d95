"""A simulation's tables as one Parquet file, for those who go on with data frames: a row a number.

pyarrow writes it, which comes with the extra `parquet`.
"""

from __future__ import annotations

import importlib.util
import io
from typing import Any

from bartizan.stop import Refused

NAME = "simulation.parquet"


def refuse() -> None:
    """Refuse to begin without what the end will need.

    Raises:
        Refused: pyarrow is not installed.
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise Refused(
            "Parquet needs pyarrow, which is not installed",
            "pip install 'bartizan[parquet]'; or leave it out with --no-parquet",
        )


def table(rows: list[dict[str, Any]]) -> bytes:
    """The file."""
    import pyarrow as pa
    from pyarrow import parquet

    texts = ("side", "bot", "table", "name", "of", "by", "part", "result", "interval")
    whole = ("players", "games", "total")
    schema = pa.schema(
        [(name, pa.string()) for name in texts]
        + [(name, pa.int64()) for name in whole]
        + [(name, pa.float64()) for name in ("value", "low", "high")]
    )
    made = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), made, compression="zstd")
    return made.getvalue()
