import CleanseSupport
import CleanseFindingReports

exit(Cleansec(CommandLine.arguments).run().rawValue)
