import CleanseSupport
import Testing

@Suite("User identities")
struct UserIdentityTests {
  @Test("where all users are mapped, the overflow user is a user like others")
  func mapped() {
    let map = "         0          0 4294967295"
    #expect(UserIdentity.unmapped(map: map, overflow: "65534") == nil)
    #expect(UserIdentity.unmapped(map: "0 0 1000\n1000 5000 4294966295", overflow: "7") == nil)
    let nobody = UserIdentity(number: 65534)
    #expect(nobody.isSelf(65534))
    #expect(nobody.isSelfOrRoot(0))
    #expect(!nobody.isSelfOrRoot(1000))
  }

  @Test("otherwise, its number is neither the user's nor root's")
  func unmapped() {
    #expect(
      UserIdentity.unmapped(map: "     65534          0          1", overflow: "65534") == 65534)
    #expect(UserIdentity.unmapped(map: "0 1000 1\n1 100000 65536", overflow: "99") == 99)
    // Without /proc.
    #expect(UserIdentity.unmapped(map: "", overflow: "") == 65534)
    let nobody = UserIdentity(number: 65534, unmapped: 65534)
    #expect(!nobody.isSelf(65534))
    #expect(!nobody.isSelfOrRoot(65534))
    #expect(nobody.isSelfOrRoot(0))
    #expect(!UserIdentity(number: 0, unmapped: 0).isSelfOrRoot(0))
  }
}
