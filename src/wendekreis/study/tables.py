"""A study as a Parquet file, a row a batch. It needs polars, from ``wendekreis[study]``."""

import io
from pathlib import Path
from typing import Any

from wendekreis.errors import MissingExtra
from wendekreis.study.files import write_whole
from wendekreis.study.ledger import Ledger
from wendekreis.study.report import QUANTILES

__all__ = ["write_parquet"]


def write_parquet(ledger: Ledger, path: Path, command: str | None = None) -> None:
    """Write all batches: counts, quantiles and CPU seconds, every undecided deal's index, and the deals of the sample.

    ``command`` is the one that makes the study, if more belongs to it than the study knows.

    Raises:
        MissingExtra: without polars.
        StoreReadOnly: when the file can't be written.
    """
    try:
        import polars
    except ModuleNotFoundError:
        raise MissingExtra("for Parquet, install wendekreis[study]") from None
    study, undecided, sample = ledger.study, list(ledger.undecided()), ledger.sample()
    rows, said = [], command or study.command
    for row in ledger.batches():
        within = range(row.first, row.first + row.count)
        cells: dict[str, Any] = {"study": study.name, "game": study.game, "seed": study.seed, "command": said}
        cells |= {name: getattr(row, name) for name in ("first", "count", "won", "lost", "unknown")}
        for name, histogram, unit in (("nodes", row.nodes, 1), ("seconds", row.times, 1e-9)):
            for word, share in QUANTILES:
                cells[f"{name}_{word}"] = histogram.quantile(share) * unit
            cells[f"{name}_max"], cells[f"{name}_sum"] = histogram.most * unit, histogram.total * unit
        cells |= {"cpu_seconds": row.cpu * 1e-9, **row.worker._asdict()}
        cells["undecided"] = [index for index in undecided if index in within]
        cells["sample"] = [
            {"index": each.deal, "outcome": each.outcome, "nodes": each.nodes, "seconds": each.time * 1e-9}
            for each in sample
            if each.deal in within
        ]
        rows.append(cells)
    unsigned, floating = polars.UInt64, polars.Float64
    one = polars.Struct({"index": unsigned, "outcome": polars.String, "nodes": unsigned, "seconds": floating})
    kinds: dict[str, Any] = {"seed": unsigned, "undecided": polars.List(unsigned), "sample": polars.List(one)}
    table = io.BytesIO()
    polars.DataFrame(rows, schema_overrides=kinds).write_parquet(table)
    write_whole(path, table.getvalue())
