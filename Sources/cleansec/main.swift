import FindingReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

exit(Cleansec(CommandLine.arguments).run().rawValue)
