"""Winnability studies: which share of all deals can be won, on one machine or on a cluster.

A study is so many deals in a row of the random deals of a seed, or the deals of a file, each decided within the same
limits. Its deals are done in batches, each of which is written once and whole into the study's ledger, a file of its
own; so a study that is stopped or killed goes on where it was.

- ``plan.py``: what a study is, and how its deals are cut into batches
- ``batch.py``: one batch, done by a worker; ``histogram.py`` and ``outcomes.py`` are what it is boiled down to
- ``ledger.py``: what was done
- ``crew.py``: the workers, a pool of processes or a Dask cluster; ``run.py``: the study run by them
- ``intervals.py``, ``report.py``, ``comparison.py``, ``tables.py``, ``page.py``: what is made of it;
  ``files.py`` writes it
"""
