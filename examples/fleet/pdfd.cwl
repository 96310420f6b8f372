# CWL: one part of the calls. Relative paths are resolved against the documents folder, which is copied into the working folder.
cwlVersion: v1.2
class: CommandLineTool
baseCommand: [pdfd, --jsonl]
requirements:
  InitialWorkDirRequirement:
    listing:
      - entry: $(inputs.documents)
        entryname: documents
        writable: true
inputs:
  calls: stdin
  documents: Directory
stdout: answers.jsonl
outputs:
  answers: stdout
  results:
    type: File[]
    outputBinding: { glob: documents/out/* }
