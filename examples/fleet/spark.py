"""Spark: the calls of calls.jsonl, the answers in answers/. Not tried. Computers of the cluster share the folder."""
from pyspark.sql import SparkSession

# 1: some calls failed, and would again. With any other code Spark makes the partition again.
worker = """sh -c 'pdfd --jsonl --resume "$(mktemp)" || [ $? -eq 1 ]'"""

spark = SparkSession.builder.appName("pdfd").getOrCreate()
calls = spark.read.text("calls.jsonl").rdd.map(lambda row: row.value)
calls.pipe(worker, checkCode=True).saveAsTextFile("answers")
