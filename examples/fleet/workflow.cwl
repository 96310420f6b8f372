# CWL: cwltool workflow.cwl job.yml, or toil-cwl-runner --retryCount 10 workflow.cwl job.yml (--batchSystem slurm on a cluster).
cwlVersion: v1.2
class: Workflow
requirements:
  ScatterFeatureRequirement: {}
inputs:
  parts: File[]
  documents: Directory
steps:
  part:
    run: pdfd.cwl
    scatter: calls
    in: { calls: parts, documents: documents }
    out: [answers, results]
outputs:
  answers: { type: "File[]", outputSource: part/answers }
  results:
    type:
      type: array
      items: { type: array, items: File }
    outputSource: part/results
