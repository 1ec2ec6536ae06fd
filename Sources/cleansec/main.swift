import CleanseSupport
import FindingReports

exit(Cleansec(CommandLine.arguments).run().rawValue)
