internal import CVideo4Linux
internal import Glibc

/// How the fields of frames lie in a driver's buffers (`enum v4l2_field`; Linux media documentation, "Field Order"). The upper field has
/// the first line of a frame, and every second one from there.
package enum FieldLayout: UInt32, Hashable, Sendable, CaseIterable {
    /// Of a wish: the driver may choose. A driver that says so of its frames says nothing.
    case unstated
    /// All lines of a frame are of one instant.
    case whole
    /// One field of each frame alone, the upper one or the lower one, with half the lines.
    case upperOnly, lowerOnly
    /// Both, line by line. Which one is older depends on the video standard.
    case interleaved
    /// Both, one behind the other, the older one first.
    case upperThenLower, lowerThenUpper
    /// Each field in a buffer of its own, the older one first; the buffer says which one it is.
    case alternating
    /// Both, line by line: the upper one is older, or the lower one.
    case interleavedUpperFirst, interleavedLowerFirst

    /// Whether a buffer has the lines of one field only.
    package var hasHalfTheLines: Bool { self == .upperOnly || self == .lowerOnly || self == .alternating }

    /// Whether the video standard says which field is older.
    package var hasOrderOfStandard: Bool { self == .interleaved || self == .alternating }
}

extension Device {
    /// VIDIOC_G_STD: whether the lower field of the video standard is the older one, as in those of 525 lines; `false` where no standard
    /// is known.
    package func isLowerFieldOlder() throws(Video4LinuxError) -> Bool {
        var standard: v4l2_std_id = 0
        // One that may be any says nothing.
        return try performIfAny(.getStandard, &standard) && standard & oc_std_525_60 != 0
            && standard & ~oc_std_525_60 == 0
    }
}

extension FrameFormat {
    /// Sets a format with fields that make whole frames, as far as the driver has that: first frames without fields, then both fields in
    /// one buffer, then fields that alternate.
    ///
    /// - Parameters:
    ///   - wish: code and size.
    ///   - set: sets a format, and gives what the driver made of it.
    /// - Returns: what the driver made of it last.
    /// - Throws: what `set` throws.
    package static func settingWholeFrames(
        _ wish: FrameFormat,
        by set: (FrameFormat) throws(Video4LinuxError) -> FrameFormat
    ) throws(Video4LinuxError) -> FrameFormat {
        func ask(for fields: FieldLayout, height: UInt32) throws(Video4LinuxError) -> FrameFormat {
            var wish = wish
            (wish.fields, wish.height) = (fields, height)
            return try set(wish)
        }
        let granted: FrameFormat
        do {
            granted = try ask(for: .whole, height: wish.height)
        } catch {
            // Some drivers refuse what they have not, in place of choosing something else.
            guard error.errno == EINVAL else { throw error }
            return try ask(for: .unstated, height: wish.height)
        }
        guard granted.fields.hasHalfTheLines else { return granted }
        guard let both = try? ask(for: .interleaved, height: wish.height), !both.fields.hasHalfTheLines else {
            // The height is that of a field then.
            if let apart = try? ask(for: .alternating, height: wish.height / 2), apart.fields == .alternating {
                return apart
            }
            // One field of each frame is what there is.
            return try ask(for: granted.fields, height: granted.height)
        }
        return both
    }
}
