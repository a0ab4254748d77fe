internal import FFmpeg

/// Leaves pictures out of a stream, so that one of so many stays: those that no other refers to. Between pictures that
/// others refer to, every picture that is decoded after them is shown before the next, so counting in the order of
/// decoding finds the same ones as in the order of presentation.
struct PictureThinning {
    private let references: PictureReferences
    private let every: Int
    /// Pictures since the last one that others refer to or that stayed.
    private var passed: Int

    init(every: Int, of parameters: CodecParameters) {
        precondition(every > 0, "one of so many stays")
        references = PictureReferences(parameters)
        self.every = every
        passed = every - 1
    }

    /// Whether the stream's next picture stays.
    mutating func keeps(_ packet: borrowing Packet) -> Bool {
        guard references.isDroppable(packet) else {
            passed = 0
            return true
        }
        passed += 1
        guard passed == every else { return false }
        passed = 0
        return true
    }
}
