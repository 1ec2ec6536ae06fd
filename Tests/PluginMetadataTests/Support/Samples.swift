/// A `plugin.json` with every key, one per line.
let completeManifest = """
  {
    "identifier": "org.example.redact",
    "version": "1.2.3-rc.1+77",
    "summary": "Blacks out “private” things",
    "authors": ["Ada", "Grace <grace@example.org>"],
    "module": "Redact.RedactModule",
    "contributes": ["TextFilter", "Command"],
    "requires": {
      "org.example.words": ">=1.0.0 <2.0.0",
      "org.example": "1.0.0"
    },
    "needs": {"read": ["/srv/words"],
      "ports": {"connect": [443]}}
  }
  """

/// The note that the build tool generates from a small manifest.
let completeNote = """
  {"manifest":{"authors":["Ada"],"identifier":"org.example.redact","summary":"s",\
  "version":"1.0.0"},"stamp":{"abi":1,"architecture":"x86_64","language":"c"}}
  """
