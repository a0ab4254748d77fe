/// Sizes of frames that a camera delivers in place of the one that it granted, each to be said once.
struct DeliveredSizes {
    private let granted: FrameSize
    private var said: Set<FrameSize> = []

    /// Damaged headers may say any size: so many are said.
    private static let most = 16

    init(granted: FrameSize) { self.granted = granted }

    /// What is wrong with frames of a size, without what becomes of them.
    func fault(_ size: FrameSize) -> String { "the camera granted frames of \(granted), but delivers such of \(size)" }

    /// That frames of a size count as damaged; `nil` where that was said, or enough was.
    mutating func complaint(of size: FrameSize) -> String? {
        guard said.count < Self.most, said.insert(size).inserted else { return nil }
        return "\(fault(size)): they count as damaged"
    }
}
