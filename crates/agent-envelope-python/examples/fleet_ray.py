"""Aggregates the reports of a fleet on Ray and writes one HTML page.

    python fleet_ray.py reports/ report.html
    python fleet_ray.py reports.jsonl report.html --workers 2

It starts Ray on this machine; with RAY_ADDRESS=auto it uses the cluster that this machine is part of, without --workers.
Each line of a JSON-lines file is `{"file": "name", "text": "the message"}`. A folder must be visible to all machines.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Optional, Union

import ray
from agent_envelope import Aggregate

BATCH = 1_000  # messages for one task to read
MERGED = 8  # aggregates for one task to merge


def items(source: Path) -> Iterator[Union[Path, str]]:
    """The files of a folder, or the lines of a file."""
    if source.is_dir():
        yield from (path for path in source.rglob("*") if path.is_file())
    else:
        with source.open(encoding="utf-8", newline="\n") as lines:
            yield from lines


def batches(source: Path) -> Iterator[list[Union[Path, str]]]:
    rest = items(source)
    while batch := list(islice(rest, BATCH)):
        yield batch


@ray.remote
def read(source: Path, batch: list[Union[Path, str]]) -> Aggregate:
    aggregate = Aggregate()
    for item in batch:
        if isinstance(item, Path):
            aggregate.add(item.read_bytes(), file=item.relative_to(source).as_posix())
        else:
            message = json.loads(item)
            aggregate.add(message["text"], file=message["file"])
    return aggregate


@ray.remote
def merge(*aggregates: Aggregate) -> Aggregate:
    merged = Aggregate()
    for aggregate in aggregates:
        merged.merge(aggregate)
    return merged


def aggregate(source: Path) -> Aggregate:
    """Tasks read batches, and a tree of tasks merges what they return."""
    parts = [read.remote(source, batch) for batch in batches(source)]
    while len(parts) > 1:
        parts = [merge.remote(*parts[at : at + MERGED]) for at in range(0, len(parts), MERGED)]
    return ray.get(parts[0]) if parts else Aggregate()


def main(args: Optional[list[str]] = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a folder, or a JSON-lines file")
    parser.add_argument("page", type=Path, help="the HTML page to write")
    parser.add_argument("--workers", type=int, help="of a cluster on this machine; default: its processors")
    options = parser.parse_args(args)
    ray.init(num_cpus=options.workers, log_to_driver=False, include_dashboard=False)
    whole = aggregate(options.source.resolve())
    options.page.write_text(whole.to_html(), encoding="utf-8")
    print(f"{options.page}: {len(whole)} messages")
    ray.shutdown()


if __name__ == "__main__":
    main()
