internal import Glibc
public import MediaTime

/// How a view of the frame closes in and opens up.
///
/// While a ramp lasts, the factor grows by equal shares in equal times, as the eye expects: at the share *u* of its range it is
/// a · (b ÷ a)^u, and the middle of the view has gone the share *u* of the way from the middle before. Before the first ramp the
/// view is that of its beginning; after each ramp it stays until the next one begins. A view never reaches beyond the frame: its
/// middle is moved in as far as that needs.
public struct FrameZoom: Hashable, Sendable {
    /// Whose time ramps are in.
    public enum Clock: String, CaseIterable, Hashable, Sendable {
        /// That of the clips: a zoom slows down with what is shown.
        case source
        /// That of the result.
        case target
    }

    /// A place in the frame as it is seen, after all that ``FrameShape`` says: shares of its width and height, from the top left
    /// corner.
    public struct Place: Hashable, Sendable {
        /// From the left.
        public let x: Double
        /// From the top.
        public let y: Double

        /// A place; both shares are from 0 to 1.
        public init(x: Double, y: Double) {
            (self.x, self.y) = (x, y)
        }

        /// The middle of the frame.
        public static let middle = Place(x: 0.5, y: 0.5)
    }

    /// A change of the view.
    public struct Ramp: Hashable, Sendable {
        /// When, in the time of the zoom's ``FrameZoom/clock``: seconds, half-open. An empty range is a jump.
        public let range: TimeRange
        /// How many times as large everything is seen at its beginning, at least 1.
        public let from: Double
        /// The same at its end.
        public let to: Double
        /// The middle of the view at its end.
        public let middle: Place

        /// A change of the view; ``FrameZoom`` checks its factors.
        public init(_ range: TimeRange, from: Double, to: Double, middle: Place = .middle) {
            (self.range, self.from, self.to, self.middle) = (range, from, to, middle)
        }
    }

    /// Whose time the ramps are in.
    public let clock: Clock
    /// In the order of time, at least one.
    public let ramps: [Ramp]

    /// Orders ramps.
    ///
    /// - Throws: ``ExportError`` `.settings` where there are none, where two overlap, for a factor below 1 or above 100, and for a place outside
    ///   of the frame.
    public init(_ ramps: [Ramp], in clock: Clock) throws(ExportError) {
        self.clock = clock
        // A jump comes before what begins with it.
        self.ramps = ramps.sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
        guard !ramps.isEmpty else { throw ExportError(.settings, "a zoom without a ramp") }
        for ramp in ramps where !(1...100).contains(ramp.from) || !(1...100).contains(ramp.to) {
            throw ExportError(.settings, "a zoom's factor is from 1 to 100")
        }
        for ramp in ramps where !(0...1).contains(ramp.middle.x) || !(0...1).contains(ramp.middle.y) {
            throw ExportError(.settings, "the middle of a zoom lies in the frame: shares from 0 to 1")
        }
        for (one, next) in zip(self.ramps, self.ramps.dropFirst())
        where one.range.end > next.range.start || one.range == next.range {
            let clock = ClockText(
                tellingApart: [one.range.start, one.range.end, next.range.start, next.range.end]
            )
            throw ExportError(.settings, "the zooms from \(clock(one.range)) and from \(clock(next.range)) overlap")
        }
    }

    /// The largest factor.
    var largest: Double { ramps.map { max($0.from, $0.to) }.max() ?? 1 }

    /// What is seen at an instant.
    ///
    /// - Parameter seconds: Time of the ``clock``.
    /// - Returns: A part of the frame, in shares of its width and height.
    func view(at seconds: Double) -> FrameRectangle {
        let next = ramps.firstIndex { $0.range.end.seconds > seconds } ?? ramps.count - 1
        let ramp = ramps[next]
        let (start, length) = (ramp.range.start.seconds, ramp.range.duration.seconds)
        let before = next > 0 ? ramps[next - 1] : nil
        if let before, seconds < start { return Self.view(before.to, before.middle) }
        let share = length > 0 ? min(max((seconds - start) / length, 0), 1) : seconds < start ? 0 : 1
        let origin = before?.middle ?? ramp.middle
        let middle = Place(
            x: origin.x + (ramp.middle.x - origin.x) * share,
            y: origin.y + (ramp.middle.y - origin.y) * share
        )
        return Self.view(ramp.from * pow(ramp.to / ramp.from, share), middle)
    }

    private static func view(_ factor: Double, _ middle: Place) -> FrameRectangle {
        let side = 1 / factor
        return FrameRectangle(
            left: min(max(middle.x - side / 2, 0), 1 - side),
            top: min(max(middle.y - side / 2, 0), 1 - side),
            width: side,
            height: side
        )
    }
}
