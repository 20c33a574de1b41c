"""A study as one page of HTML with its plots in it, as SVG. It needs matplotlib, from ``wendekreis[study]``."""

import io
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from wendekreis.errors import MissingExtra
from wendekreis.study.histogram import Histogram
from wendekreis.study.intervals import bounds
from wendekreis.study.report import Report

__all__ = ["page"]

ALL_WON, ALL_LOST = "all undecided deals won", "all undecided deals lost"

POINTS = 500
"""A plot of how the share went has so many points at most."""

STYLE = """
  :root { color-scheme: light; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #1d2b26; }
  pre { background: #f2f5f3; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  figure { margin: 2rem 0; }
  svg { max-width: 100%; height: auto; }
"""
GREEN, GREY, AMBER = "#1f6f54", "#b9c6c0", "#b5741a"


def page(report: Report) -> str:
    """The page, whole: nothing in it is fetched from elsewhere.

    Raises:
        MissingExtra: without matplotlib.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise MissingExtra("for a page with plots, install wendekreis[study]") from None
    study = report.study
    title = f"{study.name}: {study.game}, {report.verb}"
    node = "moves" if study.policy else "nodes"
    means = f" (of each {report.means:,} deals their mean)" if report.means else ""
    plots: list[tuple[str, Callable[[Any], None]]] = []
    if report.done:
        plots = [
            ("The share as the deals went, with its 95 % interval", lambda axes: _went(axes, report)),
            (f"Deals by {node}", lambda axes: _bars(axes, report.nodes, 1, node)),
            (f"Deals by processor time{means}", lambda axes: _bars(axes, report.times, 1e-9, "seconds")),
        ]
    figures = []
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": study.name, "font.family": "sans-serif"}):
        for caption, draw in plots:
            figure = Figure(figsize=(8, 3.6), layout="constrained")
            axes = figure.subplots()
            axes.spines[["top", "right"]].set_visible(False)
            draw(axes)
            figures.append(f"<figure>\n<figcaption>{escape(caption)}</figcaption>\n{_svg(figure)}</figure>")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            f'<meta charset="utf-8"><title>{escape(title)}</title>',
            '<meta name="viewport" content="width=device-width">',
            f"<style>{STYLE}</style>",
            f"<h1>{escape(title)}</h1>",
            f"<pre>{escape(report.text())}</pre>",
            *figures,
            "</html>\n",
        ]
    )


def _svg(figure: Any) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    drawn = text.getvalue()
    return drawn[drawn.index("<svg") :]


def _went(axes: Any, report: Report) -> None:
    rows = report.so_far[:: max(1, len(report.so_far) // POINTS)]
    if rows[-1] != report.so_far[-1]:
        rows.append(report.so_far[-1])
    done = [row[0] for row in rows]
    ends = [bounds(won, unknown, count) for count, won, unknown in rows]
    interval = [100 * low for low, _ in ends], [100 * high for _, high in ends]
    axes.fill_between(done, *interval, color=GREY, linewidth=0, label="95 % interval")
    if report.unknown:
        axes.plot(done, [100 * (won + more) / count for count, won, more in rows], "--", color=AMBER, label=ALL_WON)
    named = ALL_LOST if report.unknown else "share won"
    axes.plot(done, [100 * won / count for count, won, _ in rows], color=GREEN, label=named)
    axes.legend(frameon=False)
    axes.set(xlabel="deals", ylabel="%")


def _bars(axes: Any, histogram: Histogram, unit: float, label: str) -> None:
    """On a logarithmic scale, but for numbers that are few and small."""
    bars: Sequence[tuple[int, int, int]] = list(histogram.bars())
    lows = [low * unit for low, _, _ in bars]
    widths = [(high + 1 - low) * unit for low, high, _ in bars]
    axes.bar(lows, [times for *_, times in bars], widths, align="edge", color=GREEN)
    if histogram.most >= 64:
        axes.set_xscale("symlog", linthresh=max(lows[0], unit))
    axes.set_yscale("log")
    axes.set(xlabel=label, ylabel="deals")
