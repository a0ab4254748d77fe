internal import MediaFormats
public import MediaTime

/// The clock by which a recording was made, as its file says: at which instant its time zero was.
///
/// Recordings of `overcrank record` tell it (`overcrank.start.monotonic` and `overcrank.start.clock`), and lose it when they are
/// exported, because times change then.
public struct RecordedClock: Hashable, Sendable {
    /// Which clock: the name that the system had until it was started anew. Instants of two clocks cannot be compared.
    public let name: String
    /// The instant of asset time zero, in seconds of that clock.
    public let origin: RationalTime

    /// The clock of a recording; `nil` where the file does not say it.
    public init?(_ media: MediaDescription) {
        func text(_ key: String) -> String? { media.metadata.last { $0.key.lowercased() == key }?.value }
        guard let name = text("overcrank.start.clock"), !name.isEmpty,
            let start = text("overcrank.start.monotonic").flatMap(Self.time),
            let first = media.mainVideo?.range?.start,
            let origin = try? start - first
        else { return nil }
        self.name = name
        self.origin = origin
    }

    init(name: String, origin: RationalTime) {
        self.name = name
        self.origin = origin
    }

    /// Reads `num/den`.
    private static func time(_ text: String) -> RationalTime? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let value = Int64(parts[0]), let scale = Int64(parts[1]), scale > 0 else { return nil }
        return RationalTime(numerator: Int128(value), denominator: Int128(scale))
    }
}
