import Foundation

// Stand-ins for what the published examples use of UIKit. They have no actor, as UIKit had none when
// the examples were written.

struct UIColor: Equatable, Sendable {
  let name: String
  static let blue = UIColor(name: "blue")
  static let white = UIColor(name: "white")
}

struct CGRect: Sendable {}

final class UIScreen: Sendable {
  private static let main = UIScreen()
  let bounds = CGRect()
  static func mainScreen() -> UIScreen { main }
}

class UIView {
  var backgroundColor = UIColor.white
}

class UIResponder {}

class UIViewController: UIResponder {
  let view = UIView()
  private(set) var presented: UIViewController?

  init(nibName: String?, bundle: Bundle?) {}
  required init?(coder aDecoder: NSCoder) {}

  func viewDidLoad() {}
  func present(_ controller: UIViewController, animated: Bool) { presented = controller }
}

class UIWindow: UIView {
  var rootViewController: UIViewController?
  private(set) var isKey = false

  init(frame: CGRect) {}

  func makeKeyAndVisible() {
    isKey = true
    rootViewController?.viewDidLoad()
  }
}

class UIApplication {}

protocol UIApplicationDelegate: AnyObject {
  func application(
    application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [NSObject: AnyObject]?
  ) -> Bool
}
