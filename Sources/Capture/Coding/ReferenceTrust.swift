/// Whether a stream is believed that says by itself that pictures are missing, which neither the driver's numbers nor anything else does.
///
/// Cameras drop frames before the driver counts them, and then it is right. But an encoder may count wrongly in every group of frames, or
/// never send a frame with which decoding can begin anew: by such a stream most of a recording would be lost.
struct ReferenceTrust {
    /// In so many groups of frames in a row no camera loses one.
    private static let mostGroups = 3
    /// So many frames are passed over at most until decoding can begin anew.
    private static let longestWait = 120

    /// Whether it is believed.
    private(set) var isHeld = true
    /// In so many groups in a row something is missing.
    private var groups = 0
    /// Whether something is in this one.
    private var isTold = false
    private var waited = 0

    /// A group begins, with a frame with which decoding can begin.
    mutating func begin() {
        if !isTold { groups = 0 }
        (isTold, waited) = (false, 0)
    }

    /// The stream says that something is missing.
    mutating func tell() {
        if !isTold { groups += 1 }
        isTold = true
        if groups >= Self.mostGroups { isHeld = false }
    }

    /// A frame is passed over for that.
    mutating func wait() {
        waited += 1
        if waited >= Self.longestWait { isHeld = false }
    }
}
