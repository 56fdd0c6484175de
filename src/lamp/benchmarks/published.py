"""The results that the paper reports: figures to compare with, not results of lamp.

Source: David Chan, Mark Roberts and Dana Nau, "Landmark-Assisted Monte Carlo Planning", ECAI, paper
3549. The tables are those of figures 2 (average cost) and 3 (success rate); the numbers of
landmarks are from the captions in the appendix.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

RUNS = 75
PAPER_BUDGET = 200
"""Actions after which a run has failed; its cost counts as that."""
GREEDINESS = (0.0, 0.2, 0.5, 0.8, 1.0)
"""The columns of every table (α); the first is plain UCT."""

_TABLES = """
prob_blocksworld:p5, average cost
   5   190.7  154.8* 144.1* 150.7* 163.0*
  10   179.3  113.7* 123.1* 135.7* 122.1*
  20   168.9  106.3* 108.3* 109.6* 133.3*
  50   149.0   62.8*  75.4*  72.5*  89.1*
 100   113.4   42.1*  47.5*  48.7*  72.0*
 200    69.5   28.7*  27.9*  36.3*  40.9*
 500    37.4   20.7*  22.5*  23.2*  24.5*
1000    27.5   18.4*  19.6*  21.2*  22.2*
2000    20.8   17.8*  18.5*  18.1*  19.4
5000    19.8   16.1*  16.5*  17.6   18.4

elevators:p5, average cost
   5   179.6   60.7*  90.2*  77.1*  77.2*
  10   175.7   23.0*  32.2*  29.6*  25.7*
  20   159.3   27.2*  27.8*  23.6*  23.6*
  50   105.0   22.2*  22.7*  16.4*  27.3*
 100    74.0   18.6*  21.9*  16.9*  17.7*
 200    42.1   17.5*  17.5*  15.5*  16.3*
 500    24.8   16.7*  16.3*  14.4*  14.9*
1000    18.2   17.7   17.6   16.9   16.9
2000    16.2   15.3   14.7*  14.3*  14.7*
5000    15.2   15.2   13.8*  13.7*  14.2*

zenotravel:p5, average cost
   5   200.0  200.0  200.0  200.0  199.8
  10   200.0  200.0  199.9  200.0  199.7
  20   200.0  195.2  199.2  200.0  198.4
  50   200.0  199.3  197.2  200.0  199.0
 100   200.0  197.0  198.3  198.6  199.5
 200   200.0  198.4  197.6  198.2  198.0
 500   200.0  196.7  195.1* 197.3  198.5
1000   200.0  197.5  195.3* 196.8  197.1
2000   200.0  193.0* 192.3* 190.6* 190.3*
5000   200.0  189.3* 187.6* 188.5* 189.3*

exploding_blocksworld:p4, success rate
   5    0.01   0.11   0.05   0.09   0.08
  10    0.04   0.17   0.27*  0.09   0.12
  20    0.01   0.32*  0.24*  0.12   0.16*
  50    0.03   0.29*  0.21*  0.13   0.11
 100    0.08   0.27*  0.28*  0.21   0.12
 200    0.08   0.47*  0.32*  0.37*  0.08
 500    0.32   0.37   0.48   0.36   0.09
1000    0.31   0.43   0.59*  0.47   0.08
2000    0.41   0.49   0.57   0.59   0.03
5000    0.48   0.53   0.60   0.51   0.16

tireworld:p15, success rate
   5    0.37   0.71*  0.64*  0.67*  0.60
  10    0.49   0.81*  0.75*  0.81*  0.68
  20    0.77   0.81   0.80   0.81   0.81
  50    0.77   0.81   0.85   0.84   0.76
 100    0.85   0.84   0.87   0.77   0.76
 200    0.84   0.77   0.83   0.80   0.87
 500    0.81   0.84   0.85   0.85   0.84
1000    0.87   0.93   0.95   0.84   0.79
2000    0.96   0.97   0.97   0.80   0.83
5000    0.92   0.97   0.97   0.93   0.87

triangle_tireworld:p2, success rate
   5    0.71   0.21   0.27   0.29   0.35
  10    0.71   0.21   0.28   0.27   0.25
  20    0.89   0.27   0.13   0.16   0.27
  50    0.97   0.25   0.20   0.11   0.29
 100    0.99   0.33   0.20   0.13   0.15
 200    1.00   0.47   0.12   0.15   0.31
 500    1.00   0.35   0.23   0.15   0.08
1000    1.00   0.41   0.33   0.11   0.12
2000    1.00   0.43   0.29   0.09   0.23
5000    1.00   0.47   0.33   0.17   0.19
"""
# A row is the number of rollouts and a value for each greediness; a star marks the values
# where LAMP dominates UCT in the same row, p < 0.0125.

PAPER_TOTALS = {
    ("prob_blocksworld", "elevators", "zenotravel"): (25, 172),
    ("exploding_blocksworld", "tireworld", "triangle_tireworld"): (11, 42),
}
"""Of the 29 problems of three families, how many LAMP dominates UCT on, and in how many of their
290 rows (sections 5.1 and 5.2); the tables themselves are in an appendix without its numbers."""

# Of p1, p2 and so on.
_LANDMARKS = {
    "prob_blocksworld": "11 11 12 12 10 20 26 24 22",
    "elevators": "10 6 11 11 11 15 16 16 14 16 26 18 30 24 24",
    "zenotravel": "0 11 13 11 12",
    "exploding_blocksworld": "7 4 7 9 0 16 17 13 17",
    "tireworld": "5 1 2 2 1 2 2 1 1 1 1 1 1 1 3",
    "triangle_tireworld": "2 4 4 4 4",
}


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """The results with one number of rollouts, a value for each greediness."""

    rollouts: int
    values: tuple[float, ...]
    significant: tuple[bool, ...]
    """Where the value is significantly better than that of UCT (p < 0.0125)."""


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """One table of the paper."""

    name: str
    """The problem, such as `tireworld:p15`."""
    metric: str
    """`average cost`, lower is better, or `success rate`, higher is better."""
    rows: tuple[PublishedRow, ...]
    runs: int = RUNS
    """Episodes behind each value."""
    greediness: tuple[float, ...] = GREEDINESS


def published_table(name: str) -> PublishedTable | None:
    """Return the paper's table for a problem, or None where there is none."""
    return _tables().get(name)


def landmark_count(name: str) -> int | None:
    """Return the number of nontrivial landmarks of one of the paper's problems, else None."""
    return _landmark_counts().get(name)


@cache
def _tables() -> dict[str, PublishedTable]:
    tables = {}
    for paragraph in _TABLES.strip().split("\n\n"):
        head, *rows = paragraph.splitlines()
        name, metric = head.split(", ")
        tables[name] = PublishedTable(name, metric, tuple(map(_row, rows)))
    return tables


def _row(line: str) -> PublishedRow:
    rollouts, *cells = line.split()
    values = tuple(float(cell.removesuffix("*")) for cell in cells)
    return PublishedRow(int(rollouts), values, tuple(cell.endswith("*") for cell in cells))


@cache
def _landmark_counts() -> dict[str, int]:
    return {
        f"{family}:p{number}": int(count)
        for family, counts in _LANDMARKS.items()
        for number, count in enumerate(counts.split(), start=1)
    }
