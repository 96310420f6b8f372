"""Spark: runs the calls of calls.jsonl and writes the answers to answers/. Not tested. The cluster's computers must share the folder."""
from pyspark.sql import SparkSession

# 1: some calls failed, and would fail again. For any other code, Spark reruns the partition.
worker = """sh -c 'pdfd --jsonl --whole --resume "$(mktemp)" || [ $? -eq 1 ]'"""

spark = SparkSession.builder.appName("pdfd").getOrCreate()
calls = spark.read.text("calls.jsonl").rdd.map(lambda row: row.value)
calls.pipe(worker, checkCode=True).saveAsTextFile("answers")
