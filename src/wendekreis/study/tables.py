"""A study as a Parquet file, a row a batch. It needs polars, from ``wendekreis[study]``."""

from pathlib import Path
from typing import Any

from wendekreis.errors import MissingExtra
from wendekreis.study.ledger import Ledger
from wendekreis.study.report import QUANTILES

__all__ = ["write_parquet"]


def write_parquet(ledger: Ledger, path: Path) -> None:
    """Write all batches: counts, quantiles and CPU seconds, every undecided deal's index, and the deals of the sample.

    Raises:
        MissingExtra: without polars.
        OSError: when the file can't be written.
    """
    try:
        import polars
    except ModuleNotFoundError:
        raise MissingExtra("for Parquet, install wendekreis[study]") from None
    study, undecided, sample = ledger.study, list(ledger.undecided()), ledger.sample()
    rows = []
    for row in ledger.batches():
        within = range(row.first, row.first + row.count)
        cells: dict[str, Any] = {"study": study.name, "game": study.game, "seed": study.seed, "command": study.command}
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
    polars.DataFrame(rows, schema_overrides=kinds).write_parquet(path)
