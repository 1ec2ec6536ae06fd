print(CommandLine.arguments)
