#!/bin/sh
# Slurm: sbatch --array=0-7 slurm.sh. Each array task runs its own part: calls-0.jsonl, calls-1.jsonl, …
#SBATCH --job-name=pdfd --requeue --open-mode=append
part=$SLURM_ARRAY_TASK_ID
srun pdfd --jsonl --resume "answers-$part.jsonl" < "calls-$part.jsonl" > /dev/null
code=$?
# 0: all succeeded. 1: some failed, and would fail again. Anything else: the worker was killed, so this task is requeued.
[ $code -le 1 ] || scontrol requeue "${SLURM_ARRAY_JOB_ID}_$part"
exit $code
