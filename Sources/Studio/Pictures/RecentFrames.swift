internal import DequeModule
internal import FFmpeg

/// The frames that were decoded last, so that steps back from there find them: a group cannot be decoded backwards.
struct RecentFrames: ~Copyable {
    private var frames = UniqueDeque<FrameCursor.Numbered>()

    /// In bytes.
    private static let capacity = 80 << 20
    /// Decoders have few frames to lend where they are not copied.
    static let most = 32

    init() {}

    mutating func add(_ frame: borrowing Frame, number: Int, size: Int) throws {
        while frames.count >= Self.most || (!frames.isEmpty && (frames.count + 1) * size > Self.capacity) {
            _ = frames.popFirst()
        }
        frames.append(FrameCursor.Numbered(frame: try frame.reference(), number: number))
    }

    mutating func removeAll() { frames.removeAll() }

    /// A frame that is still there.
    func frame(_ number: Int) throws -> Frame? {
        for index in frames.indices where frames[index].number == number { return try frames[index].frame.reference() }
        return nil
    }

    /// The numbers, the latest frame's first.
    var numbers: [Int] {
        var numbers: [Int] = []
        for index in frames.indices.reversed() { numbers.append(frames[index].number) }
        return numbers
    }
}
