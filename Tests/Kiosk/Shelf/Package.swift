// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Shelf",
  products: [.library(name: "Shelf", type: .dynamic, targets: ["Shelf"])],
  targets: [.target(name: "Shelf")])
