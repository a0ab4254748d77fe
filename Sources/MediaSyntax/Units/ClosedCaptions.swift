/// Closed captions on their way into a stream: supplemental information that stands before a frame.
package enum ClosedCaptions {
    /// A unit of HEVC (H.265, 7.3.2.4 and D.2.6) with captions of three bytes each (ATSC A/53, part 4, 6.2.3); `nil` for none. A
    /// frame has 31 of them at most.
    ///
    /// - Complexity: O(n) in the number of bytes.
    package static func hevcUnit(_ captions: [UInt8]) -> [UInt8]? {
        let count = min(captions.count / 3, 31)
        guard count > 0 else { return nil }
        // The United States, ATSC, its captions, and that there are so many of them.
        var message: [UInt8] = [0xB5, 0x00, 0x31]
        message += "GA94".utf8
        message += [0x03, 0xC0 | UInt8(count), 0xFF]
        message += captions.prefix(3 * count)
        message.append(0xFF)
        // Registered user data.
        return SupplementalMessages.unit(SupplementalMessages.Message.whole(type: 4, message), codec: .hevc)
    }
}
