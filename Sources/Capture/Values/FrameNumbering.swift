/// By how much a driver's numbers rise from one frame to the next: by one, or by more, where it counts fields, say.
///
/// Numbers that rise by two may as well say that every second frame is lost. Time tells: where each frame comes an interval after the one
/// before, none is missing between them.
struct FrameNumbering {
    /// From one frame to the next.
    private(set) var step: Int64 = 1
    /// The newest frames: by how much each number is higher than the one before, and after how many of the granted intervals it came.
    private var recent: [(rise: Int64, time: Double)] = []

    /// Frames that are looked at.
    private static let window = 8
    /// A number that rises by more begins anew.
    private static let most: Int64 = 64
    /// The frames come no further apart than this, in intervals, where none is missing.
    private static let together = 1.25

    /// Takes a frame.
    ///
    /// - Parameters:
    ///   - rise: by how much its number is higher than that of the frame before.
    ///   - time: after how many granted intervals it came.
    /// - Returns: whether another step is known since now: what the frames before have been taken for was wrong.
    mutating func take(rise: Int64, after time: Double) -> Bool {
        recent.append((rise, time))
        guard recent.count >= Self.window else { return false }
        defer { recent.removeFirst() }
        let least = recent.map(\.rise).min() ?? 1
        guard least > 0, least <= Self.most, least != step, recent.allSatisfy({ $0.rise % least == 0 }) else {
            return false
        }
        let frames = recent.reduce(0) { $0 + $1.rise / least }
        let time = recent.reduce(0) { $0 + $1.time }
        guard least == 1 || time < Self.together * Double(frames) else { return false }
        step = least
        return true
    }

    /// How many frames are missing where a number is higher than the one before by so much; less than zero for one that is not higher.
    func missing(_ rise: Int64) -> Int64 { (rise + step / 2) / step - 1 }
}
