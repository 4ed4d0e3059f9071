"""Aggregates the reports of a fleet on Spark and writes one HTML page.

    python fleet_spark.py reports/ report.html
    spark-submit --master spark://host:7077 fleet_spark.py reports.jsonl report.html

The workers run `python3`, or what PYSPARK_PYTHON names; the package must be installed there.
Each line of a JSON-lines file is `{"file": "name", "text": "the message"}`. A folder must be visible to all machines.
"""

import argparse
import json
from pathlib import Path
from typing import Optional, Union

from agent_envelope import Aggregate
from pyspark import RDD
from pyspark.sql import SparkSession

Message = tuple[str, Union[str, bytes]]  # its file, and its text


def messages(spark: SparkSession, source: Path) -> RDD[Message]:
    """The messages of a folder or of a file, which Spark spreads over its machines."""
    context = spark.sparkContext
    if source.is_dir():
        # Spark's own reader of folders skips names that begin with `_` or `.`, and makes one task of small files.
        files = context.parallelize([path for path in source.rglob("*") if path.is_file()])
        return files.map(lambda path: (path.relative_to(source).as_posix(), path.read_bytes()))
    lines = context.textFile(str(source), context.defaultParallelism).map(json.loads)
    return lines.map(lambda message: (message["file"], message["text"]))


def add(aggregate: Aggregate, message: Message) -> Aggregate:
    file, text = message
    aggregate.add(text, file=file)
    return aggregate


def merge(aggregate: Aggregate, other: Aggregate) -> Aggregate:
    aggregate.merge(other)
    return aggregate


def main(args: Optional[list[str]] = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a folder, or a JSON-lines file")
    parser.add_argument("page", type=Path, help="the HTML page to write")
    options = parser.parse_args(args)
    spark = SparkSession.builder.appName("fleet").getOrCreate()
    whole = messages(spark, options.source.resolve()).treeAggregate(Aggregate(), add, merge)
    options.page.write_text(whole.to_html(), encoding="utf-8")
    print(f"{options.page}: {len(whole)} messages")
    spark.stop()


if __name__ == "__main__":
    main()
