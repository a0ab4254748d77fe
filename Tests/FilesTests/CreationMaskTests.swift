import Testing

@testable import Files

/// The permissions that new files do not get.
@Suite struct CreationMaskTests {
    @Test(arguments: [
        ("Name:\tx\nUmask:\t0022\nState:\tR (running)\n", 0o022), ("Umask:\t0777\n", 0o777), ("Umask:\t0000", 0),
    ]) func `It is read without being changed`(status: String, mask: UInt32) {
        #expect(CreationMask.mask(inStatus: status) == mask)
    }

    @Test(arguments: ["", "Name:\tUmask:\t0022\n", "Umask:\n", "Umask:\t0088\n"])
    func `A system that does not tell it`(status: String) {
        #expect(CreationMask.mask(inStatus: status) == nil)
    }
}
